package io.snapkeeper.history.check;

import io.snapkeeper.history.History;
import io.snapkeeper.history.HistoryFile;
import io.snapkeeper.history.Operation;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Checks a history: each part of it that shares no znode with the others on its own. */
public final class HistoryCheck {

  /** A better explanation is worth two seconds. */
  private static final SearchLimits EXPLANATION =
      new SearchLimits(200_000, 50_000, Duration.ofSeconds(2));

  private HistoryCheck() {}

  /** Checks with {@link SearchLimits#DEFAULT}. */
  public static Verdict check(History history) {
    return check(history, SearchLimits.DEFAULT);
  }

  /**
   * Checks a history. Not linearizable if one part is not, whatever the others are; else undecided
   * if one part is.
   */
  public static Verdict check(History history, SearchLimits limits) {
    long configurations = 0;
    List<String> wrong = new ArrayList<>();
    List<String> open = new ArrayList<>();
    // A read that was not answered says nothing and does nothing.
    List<Operation> operations =
        history.operations().stream()
            .filter(operation -> operation.isKnown() || !operation.isReadOnly())
            .toList();
    for (Map.Entry<List<String>, List<Operation>> part : Parts.of(operations).entrySet()) {
      ZnodeModel model = new ZnodeModel(part.getKey(), history);
      Verdict verdict = check(model, part.getValue(), limits);
      if (verdict instanceof Verdict.Linearizable pass) {
        configurations += pass.configurations();
      } else if (verdict instanceof Verdict.NotLinearizable no) {
        wrong.add(no.why());
      } else if (verdict instanceof Verdict.Undecided undecided) {
        open.add(undecided.why());
      }
    }
    if (!wrong.isEmpty()) {
      return new Verdict.NotLinearizable(String.join("\n", wrong));
    }
    return open.isEmpty()
        ? new Verdict.Linearizable(configurations)
        : new Verdict.Undecided(String.join("; ", open));
  }

  private static Verdict check(ZnodeModel model, List<Operation> operations, SearchLimits limits) {
    Verdict verdict = JustInTimeSearch.search(model, operations, limits);
    if (!(verdict instanceof Verdict.NotLinearizable)) {
      return verdict;
    }
    Verdict explained = JustInTimeSearch.searchWithoutForesight(model, operations, EXPLANATION);
    if (explained.isPass()) {
      throw new IllegalStateException(
          "the search is wrong: with foresight it finds no order and without it does, of %s: %s"
              .formatted(model.keys(), verdict));
    }
    return explained instanceof Verdict.NotLinearizable ? explained : verdict;
  }

  /**
   * For the end of a test: checks a history, and if it does not pass, keeps it.
   *
   * @param keep the file for a history that does not pass
   * @throws AssertionError if it does not pass; the message says how to check the file again
   */
  public static void assertLinearizable(History history, Path keep) throws IOException {
    Verdict verdict = check(history);
    if (!verdict.isPass()) {
      HistoryFile.write(history, keep);
      throw new AssertionError(
          "%s%nThe history is in %s; to check it again:%n  %s"
              .formatted(CheckHistory.text(verdict), keep, CheckHistory.command(keep)));
    }
  }
}
