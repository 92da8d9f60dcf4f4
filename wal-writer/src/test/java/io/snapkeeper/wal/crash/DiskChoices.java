package io.snapkeeper.wal.crash;

import io.snapkeeper.wal.crash.FileState.SectorChoice;
import io.snapkeeper.wal.crash.NamesState.Change;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;

/** What is undecided at one moment, and the disk for each way to decide it. */
final class DiskChoices {

  private final NamesState names;
  private final Map<Long, FileState> files;
  private final Map<String, Disk.Promise> promises;
  private final List<Change> changes;
  private final Map<Long, FileState.Choices> ofFiles = new HashMap<>();

  /** Of each choice, how many possibilities it has. */
  private final List<Integer> possibilities = new ArrayList<>();

  DiskChoices(NamesState names, Map<Long, FileState> files, Map<String, Disk.Promise> promises) {
    this.names = names;
    this.files = files;
    this.promises = promises;
    changes = names.unsettled();
    changes.forEach(change -> possibilities.add(2));
    files.forEach(
        (number, file) -> {
          FileState.Choices choices = file.choices();
          ofFiles.put(number, choices);
          possibilities.add(choices.sizes().size());
          choices.sectors().forEach(sector -> possibilities.add(sector.contents().size()));
        });
  }

  /** How many disks there are; more than the limit if there are more. */
  long combinations(long limit) {
    long product = 1;
    for (int count : possibilities) {
      product *= count;
      if (product > limit) {
        return product;
      }
    }
    return product;
  }

  /**
   * @param number from 0 on, less than there are
   */
  Disk disk(long number) {
    long[] left = {number};
    return disk(
        count -> {
          int chosen = (int) (left[0] % count);
          left[0] /= count;
          return chosen;
        });
  }

  Disk disk(SplittableRandom random) {
    return disk(random::nextInt);
  }

  /** With everything that was done. */
  Disk newest() {
    return disk(count -> count - 1);
  }

  /** The choice is asked for in the order of {@link #possibilities}. */
  private Disk disk(IntUnaryOperator choice) {
    List<Change> made = new ArrayList<>();
    for (Change change : changes) {
      if (choice.applyAsInt(2) == 1) {
        made.add(change);
      }
    }
    Map<Long, Disk.File> left = new HashMap<>();
    files.forEach((number, file) -> left.put(number, left(file, ofFiles.get(number), choice)));
    Map<String, Disk.File> byName = new HashMap<>();
    names.left(made).forEach((name, number) -> byName.put(name, left.get(number)));
    return new Disk(byName, promises);
  }

  private static Disk.File left(
      FileState file, FileState.Choices choices, IntUnaryOperator choice) {
    long size = choices.sizes().get(choice.applyAsInt(choices.sizes().size()));
    Map<Long, Call> contents = new HashMap<>();
    for (SectorChoice sector : choices.sectors()) {
      Call content = sector.contents().get(choice.applyAsInt(sector.contents().size()));
      if (content != null) {
        contents.put(sector.sector(), content);
      }
    }
    return file.left(size, contents);
  }
}
