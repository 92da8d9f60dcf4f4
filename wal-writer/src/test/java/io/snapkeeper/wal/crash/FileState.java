package io.snapkeeper.wal.crash;

import io.snapkeeper.wal.crash.Operation.Guarantee;
import io.snapkeeper.wal.crash.Operation.Write;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One file at one moment: what is on stable storage, and what may be. */
final class FileState {

  private static final int SECTOR_BYTES = Disk.SECTOR_BYTES;

  private final long number;

  /** What is on stable storage; zeros behind its end. */
  private byte[] settled = new byte[0];

  /** Who has written a settled sector. */
  private final Map<Long, Call> settledBy = new HashMap<>();

  /** By sector, in the order in which they began. */
  private final TreeMap<Long, List<Call>> unsettled = new TreeMap<>();

  private long settledSize;
  private long newestSize;
  private final Map<Call, Long> unsettledSizes = new HashMap<>();

  /** A sector that can have several contents: null stands for what is settled. */
  record SectorChoice(long sector, List<Call> contents) {}

  /** What is undecided of this file. */
  record Choices(List<Long> sizes, List<SectorChoice> sectors) {}

  FileState(long number) {
    this.number = number;
  }

  void begin(Call call) {
    if (call.operation() instanceof Write write) {
      for (long sector = write.position() / SECTOR_BYTES;
          sector < write.end() / SECTOR_BYTES;
          sector++) {
        unsettled.computeIfAbsent(sector, s -> new ArrayList<>(1)).add(call);
      }
      if (write.end() > newestSize) {
        resize(call, write.end());
      }
    } else if (call.operation() instanceof Operation.Resize resize) {
      if (resize.sizeBytes() < newestSize) {
        throw new AssertionError(
            "a file of %,d bytes is cut to %,d".formatted(newestSize, resize.sizeBytes()));
      }
      resize(call, resize.sizeBytes());
    } else if (call.operation() instanceof Operation.Find found) {
      unsettledSizes.values().removeIf(size -> size > found.sizeBytes());
      resize(call, found.sizeBytes());
    }
  }

  private void resize(Call call, long sizeBytes) {
    newestSize = sizeBytes;
    if (sizeBytes > settledSize) {
      unsettledSizes.put(call, sizeBytes);
    }
  }

  /** A write has returned. */
  void end(Call call) {
    if (!(call.operation() instanceof Write write) || write.guarantee() == Guarantee.NOTHING) {
      return;
    }
    settle(call, write);
    if (write.guarantee() == Guarantee.DATA_AND_SIZE) {
      settleSize(call);
    }
  }

  private void settle(Call call, Write write) {
    for (long sector = write.position() / SECTOR_BYTES;
        sector < write.end() / SECTOR_BYTES;
        sector++) {
      settle(call, write, sector);
    }
  }

  private void settle(Call call, Write write, long sector) {
    List<Call> calls = unsettled.get(sector);
    Call before = settledBy.get(sector);
    if (calls == null || (before != null && !before.isBefore(call))) {
      return; // two at the same time: either content may have stayed, and a sync keeps that one
    }
    put(write, sector);
    settledBy.put(sector, call);
    calls.removeIf(each -> each == call || each.isBefore(call));
    if (calls.isEmpty()) {
      unsettled.remove(sector);
    }
  }

  private void put(Write write, long sector) {
    int at = Math.toIntExact(sector * SECTOR_BYTES);
    int from = Math.toIntExact(at - write.position());
    if (at + SECTOR_BYTES > settled.length) {
      if (isZero(write.bytes(), from)) {
        return;
      }
      settled = Arrays.copyOf(settled, Math.max(at + SECTOR_BYTES, settled.length * 3 / 2));
    }
    System.arraycopy(write.bytes(), from, settled, at, SECTOR_BYTES);
  }

  private static boolean isZero(byte[] bytes, int from) {
    return Arrays.equals(bytes, from, from + SECTOR_BYTES, new byte[SECTOR_BYTES], 0, SECTOR_BYTES);
  }

  /** A sync has returned. */
  void settleBy(Call sync) {
    for (Call call : unsettledCalls()) {
      if (call.isSettledBy(sync)) {
        settle(call, (Write) call.operation());
      }
    }
    for (Call call : List.copyOf(unsettledSizes.keySet())) {
      if (call.isSettledBy(sync)) {
        settleSize(call);
      }
    }
  }

  private List<Call> unsettledCalls() {
    return unsettled.values().stream()
        .flatMap(List::stream)
        .distinct()
        .sorted(Comparator.comparingLong(Call::begunAt))
        .toList();
  }

  private void settleSize(Call call) {
    Long size = unsettledSizes.remove(call);
    if (size != null) {
      settledSize = Math.max(settledSize, size);
      unsettledSizes.values().removeIf(each -> each <= settledSize);
    }
  }

  Choices choices() {
    List<Long> sizes = new ArrayList<>(List.of(settledSize));
    unsettledSizes.values().stream().filter(s -> s > settledSize).sorted().forEach(sizes::add);
    List<SectorChoice> sectors = new ArrayList<>();
    unsettled.forEach(
        (sector, calls) -> {
          List<Call> contents = contents(sector, calls);
          if (contents.size() > 1) {
            sectors.add(new SectorChoice(sector, contents));
          }
        });
    return new Choices(sizes, sectors);
  }

  /** Those that differ. */
  private List<Call> contents(long sector, List<Call> calls) {
    List<Call> contents = new ArrayList<>(2);
    contents.add(null);
    boolean zeroThere = sector * SECTOR_BYTES >= settled.length;
    for (Call call : calls) {
      if (call.zeros() && zeroThere) {
        continue;
      }
      if (contents.stream().noneMatch(each -> same(sector, each, call))) {
        contents.add(call);
      }
    }
    return contents;
  }

  private boolean same(long sector, Call one, Call other) {
    return Arrays.equals(content(sector, one), content(sector, other));
  }

  private byte[] content(long sector, Call call) {
    int at = Math.toIntExact(sector * SECTOR_BYTES);
    if (call == null) {
      return at < settled.length
          ? Arrays.copyOfRange(settled, at, at + SECTOR_BYTES)
          : new byte[SECTOR_BYTES];
    }
    Write write = (Write) call.operation();
    int from = Math.toIntExact(at - write.position());
    return Arrays.copyOfRange(write.bytes(), from, from + SECTOR_BYTES);
  }

  /**
   * What is left if each choice falls so.
   *
   * @param contents by sector; those that are missing are settled
   */
  Disk.File left(long sizeBytes, Map<Long, Call> contents) {
    long end =
        contents.keySet().stream().mapToLong(sector -> (sector + 1) * SECTOR_BYTES).max().orElse(0);
    int length = Math.toIntExact(Math.min(sizeBytes, Math.max(end, settled.length)));
    byte[] content = Arrays.copyOf(settled, length);
    contents.forEach(
        (sector, call) -> {
          int at = Math.toIntExact(sector * SECTOR_BYTES);
          if (at < length) {
            byte[] bytes = content(sector, call);
            System.arraycopy(bytes, 0, content, at, Math.min(SECTOR_BYTES, length - at));
          }
        });
    return new Disk.File(number, sizeBytes, content);
  }
}
