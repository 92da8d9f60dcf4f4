package io.snapkeeper.wal.crash;

import io.snapkeeper.wal.crash.Operation.Create;
import io.snapkeeper.wal.crash.Operation.Remove;
import io.snapkeeper.wal.crash.Operation.Rename;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The names of a directory at one moment: those on stable storage, and those that may be. */
final class NamesState {

  private final Predicate<String> looked;
  private final Map<String, Long> newest = new HashMap<>();
  private final Map<String, Long> settled = new HashMap<>();
  private final List<Change> unsettled = new ArrayList<>();

  /**
   * @param call that makes it
   * @param gone null if none is
   * @param name of the file from now on; null if it has none
   */
  record Change(Call call, String gone, String name, Long file) {
    void apply(Map<String, Long> names) {
      if (gone != null) {
        names.remove(gone);
      }
      if (name != null) {
        names.put(name, file);
      }
    }

    boolean concerns(Change other) {
      return Stream.of(gone, name)
          .anyMatch(each -> each != null && (each.equals(other.gone) || each.equals(other.name)));
    }
  }

  /**
   * @param looked names that a reader looks at
   */
  NamesState(Predicate<String> looked) {
    this.looked = looked;
  }

  /** Whether a reader sees the change. */
  boolean begin(Call call) {
    Change change = changeOf(call);
    change.apply(newest);
    boolean seen =
        Stream.of(change.gone(), change.name()).anyMatch(n -> n != null && looked.test(n));
    if (seen) {
      unsettled.add(change);
    }
    return seen;
  }

  private Change changeOf(Call call) {
    Operation operation = call.operation();
    if (operation instanceof Create create) {
      return new Change(call, null, create.name(), create.file());
    } else if (operation instanceof Rename rename) {
      Long file = newest.get(rename.from());
      if (file == null) {
        throw new IllegalStateException("nothing is named " + rename.from());
      }
      return new Change(call, rename.from(), rename.to(), file);
    }
    return new Change(call, ((Remove) operation).name(), null, null);
  }

  /** A sync of the directory has returned. */
  boolean settleBy(Call sync) {
    List<Change> settling =
        unsettled.stream().filter(change -> change.call().isSettledBy(sync)).toList();
    for (Change change : settling) {
      change.apply(settled);
      unsettled.removeIf(
          each ->
              each.equals(change)
                  || (each.call().isBefore(change.call()) && each.concerns(change)));
    }
    return !settling.isEmpty();
  }

  /** The file of this name, as processes see it; null if there is none. */
  Long file(String name) {
    return newest.get(name);
  }

  /** Undecided ones, in the order in which they were made. */
  List<Change> unsettled() {
    return List.copyOf(unsettled);
  }

  /** Files that a reader may find. */
  Set<Long> files() {
    return Stream.concat(settled.values().stream(), unsettled.stream().map(Change::file))
        .filter(file -> file != null)
        .collect(Collectors.toSet());
  }

  boolean mayName(long file) {
    return settled.containsValue(file)
        || unsettled.stream().anyMatch(each -> each.file() != null && each.file() == file);
  }

  /** With these changes. */
  Map<String, Long> left(List<Change> made) {
    Map<String, Long> names = new HashMap<>(settled);
    made.forEach(change -> change.apply(names));
    names.keySet().removeIf(looked.negate());
    return names;
  }
}
