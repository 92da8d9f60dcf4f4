package io.snapkeeper.zk.status;

import io.snapkeeper.wal.pacer.PacerFigures;
import io.snapkeeper.zk.snapshot.DirectSnapshots;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The part of the status document that says how scheduled snapshots are written. */
final class SnapshotWriting {

  private SnapshotWriting() {}

  static Map<String, Object> of(Optional<DirectSnapshots.Figures> snapshots) {
    Map<String, Object> map = new LinkedHashMap<>();
    if (snapshots.isEmpty()) {
      map.put("way", "stock");
      map.put("reason", "snapkeeper.snapshots=stock");
      return map;
    }
    DirectSnapshots.Figures figures = snapshots.get();
    PacerFigures pacer = figures.pacer();
    map.put("way", label(figures.way()));
    map.put("reason", figures.reason());
    map.put("bufferedSnapshots", figures.bufferedSnapshots());
    map.put("limitedBy", label(pacer.limit()));
    map.put("bytesPerSecond", Math.round(pacer.bytesPerSecond()));
    map.put("leastBytesPerSecond", Math.round(pacer.floorBytesPerSecond()));
    map.put("mostBytesPerSecond", Math.round(pacer.ceilingBytesPerSecond()));
    map.put("requestBytes", pacer.blockBytes());
    map.put("bytesWritten", pacer.bytesCompleted());
    map.put("heldBackMillis", pacer.waitedNanos() / 1_000_000);
    map.put("commitBaselineMicros", knownMicros(pacer.baselineNanos()));
    map.put("commitTargetMicros", knownMicros(pacer.targetNanos()));
    map.put("commitMicros", knownMicros(pacer.commitNanos()));
    map.put("pacerFaults", pacer.faults());
    return map;
  }

  private static Long knownMicros(long nanos) {
    return nanos == 0 ? null : nanos / 1_000;
  }

  private static String label(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
