package io.snapkeeper.wal.pacer;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.wal.profile.DiskModel;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class LivePacerTest {

  private static final DiskModel DISK = new DiskModel(300e6, 20_000, 300e6, 20_000);

  @Test
  void aWriterNeverGetsMoreThanTheDiskGives() {
    LivePacer pacer = new LivePacer(PacerSettings.DEFAULT, DISK);
    pacer.begin(1_000_000_000, Duration.ofSeconds(60), LogRole.SPARE);
    long begun = System.nanoTime();
    long bytes = 0;
    while (System.nanoTime() - begun < 300_000_000) {
      int block = pacer.blockBytes();
      assertThat(pacer.awaitTurn(block, () -> false)).isTrue();
      pacer.completed(block);
      bytes += block;
    }
    double seconds = (System.nanoTime() - begun) / 1e9;
    PacerFigures figures = pacer.figures();
    pacer.end();
    assertThat(bytes / seconds).isLessThan(DISK.writeBytesPerSecond());
    assertThat(figures.bytesCompleted()).isEqualTo(bytes);
    assertThat(figures.waitedNanos()).isPositive();
    assertThat(figures.faults()).isZero();
    assertThat(pacer.figures().limit()).isEqualTo(Limit.IDLE);
  }

  @Test
  void aWriterThatIsGivenUpReturnsAtOnce() throws Exception {
    LivePacer pacer = new LivePacer(PacerSettings.DEFAULT, DISK);
    pacer.begin(1_000_000, Duration.ofHours(1), LogRole.SPARE);
    // The first requests are never completed, so none can go after them.
    while (pacer.figures().bytesPerSecond() > 0 && pacer.awaitTurn(262_144, after(50))) {
      assertThat(pacer.figures().faults()).isZero();
    }
    AtomicBoolean stop = new AtomicBoolean();
    Thread writer = new Thread(() -> pacer.awaitTurn(262_144, stop::get));
    writer.start();
    Thread.sleep(50);
    assertThat(writer.isAlive()).isTrue();
    stop.set(true);
    writer.join(60_000);
    assertThat(writer.isAlive()).isFalse();
  }

  private static BooleanSupplier after(long millis) {
    long end = System.nanoTime() + millis * 1_000_000;
    return () -> System.nanoTime() > end;
  }

  @Test
  void aDeadlineBeyondAllTimeIsNone() {
    LivePacer pacer = new LivePacer(PacerSettings.DEFAULT, DISK);
    pacer.begin(1_000_000, Duration.ofSeconds(Long.MAX_VALUE), LogRole.SPARE);
    assertThat(pacer.figures().faults()).isZero();
    assertThat(pacer.figures().floorBytesPerSecond()).isLessThan(1);
  }

  @Test
  void commitsOutsideABulkWriteAreTakenIn() {
    LivePacer pacer = new LivePacer(PacerSettings.DEFAULT, DISK);
    for (int i = 0; i < 100_000; i++) {
      pacer.committed(500_000);
    }
    pacer.begin(1_000_000, Duration.ofSeconds(1), LogRole.SPARE);
    pacer.end();
    assertThat(pacer.figures().commitsSeen() + pacer.figures().commitsMissed()).isEqualTo(100_000);
    assertThat(pacer.figures().commitsMissed()).isZero();
  }
}
