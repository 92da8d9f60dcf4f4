package io.snapkeeper.zk.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.wal.pacer.LivePacer;
import io.snapkeeper.wal.pacer.PacerSettings;
import io.snapkeeper.wal.profile.DiskModel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SnapshotPaceTest {

  private final LivePacer pacer = new LivePacer(PacerSettings.DEFAULT, DiskModel.SAFE);

  @Test
  void anErrorOfTheCpuClockEndsThePausesAndNotTheSnapshot() {
    List<String> told = new ArrayList<>();
    AtomicInteger asked = new AtomicInteger();
    SnapshotPace pace =
        new SnapshotPace(
            pacer,
            2,
            () -> {
              asked.incrementAndGet();
              throw new UnsupportedOperationException("no CPU time");
            },
            (place, fault) -> told.add(place + ": " + fault.getMessage()));

    pace.blockFilled();
    pace.blockFilled();

    assertThat(told).containsExactly("the snapshot thread's share of the CPU: no CPU time");
    assertThat(asked).as("it is not tried again").hasValue(1);
  }
}
