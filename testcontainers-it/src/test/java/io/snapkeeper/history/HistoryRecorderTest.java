package io.snapkeeper.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Nothing that a client has asked is forgotten. */
class HistoryRecorderTest {

  private static final List<Action> WRITE = List.of(new Action.Write("/a", "1.1", 0));
  private static final List<Action> READ = List.of(new Action.Read("/a", Znode.ABSENT));

  private final HistoryRecorder recorder = new HistoryRecorder();

  @Test
  void whatIsInFlightIsOfUnknownOutcome() {
    var write = recorder.invoke(1, WRITE);
    assertThat(recorder.history().operations())
        .singleElement()
        .satisfies(
            operation -> {
              assertThat(operation.outcome()).isEqualTo(Outcome.UNKNOWN);
              assertThat(operation.actions()).isEqualTo(WRITE);
            });
    assertThat(recorder.size()).isZero();

    write.done(List.of(new Action.Write("/a", "1.1", 0, 1)));
    assertThat(recorder.history().operations())
        .singleElement()
        .satisfies(
            operation -> {
              assertThat(operation.outcome()).isEqualTo(Outcome.DONE);
              assertThat(operation.actions())
                  .isEqualTo(List.of(new Action.Write("/a", "1.1", 0, 1)));
            });
    assertThatThrownBy(write::unknown)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("ended twice");
  }

  @Test
  void aReadWithoutAnAnswerSaysNothing() {
    recorder.invoke(1, READ).unknown();
    recorder.invoke(2, READ);
    assertThat(recorder.history().operations()).isEmpty();
  }

  @Test
  void timeGoesForwards() {
    recorder.invoke(1, WRITE).unknown();
    recorder.invoke(1, WRITE).refused(0, Refusal.BAD_VERSION);
    List<Operation> operations = recorder.history().operations();
    assertThat(operations.get(0).invokedNanos()).isGreaterThanOrEqualTo(0);
    assertThat(operations.get(0).completedNanos())
        .isBetween(operations.get(0).invokedNanos(), operations.get(1).invokedNanos());
    assertThat(operations.get(1).outcome()).isEqualTo(new Outcome.Refused(0, Refusal.BAD_VERSION));
  }

  @Test
  void aZnodeStartsOnce() {
    recorder.start("/a", new Znode("start", 0));
    assertThatThrownBy(() -> recorder.start("/a", new Znode("start", 0)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("/a");
  }
}
