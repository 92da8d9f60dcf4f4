package io.snapkeeper.wal.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snapkeeper.wal.crash.CrashVolume;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A log written from inside the process, whose disk answers nothing. */
@Timeout(180)
class HangingDiskTest {

  private static final byte[] HEADER = new byte[16];
  private static final Duration HUNG_AFTER = Duration.ofSeconds(1);
  private static final String HUNG = "the disk has answered nothing for " + HUNG_AFTER;

  private final FaultyVolume volume = new FaultyVolume(new CrashVolume());

  private LogWriter open(CompletableFuture<PoisonedLogException> told) throws IOException {
    LogWriter log =
        new LogWriter(volume, new LogSettings(1 << 20), HUNG_AFTER, (where, fault) -> {});
    log.whenPoisonedMeanwhile(told::complete);
    return log;
  }

  private interface Action {
    void run() throws IOException;
  }

  private static CompletableFuture<Void> begun(Action action) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                action.run();
                done.complete(null);
              } catch (IOException | RuntimeException e) {
                done.completeExceptionally(e);
              }
            });
    thread.setDaemon(true);
    thread.start();
    return done;
  }

  @Test
  void aCommitThatHangsPoisonsTheLog() throws Exception {
    CompletableFuture<PoisonedLogException> told = new CompletableFuture<>();
    try (LogWriter log = open(told)) {
      log.begin("log.1", HEADER);
      log.append(new byte[100], 0, 100);
      assertHangs(log, told, "log.1 is durable up to byte 16", log::commit);
    }
  }

  @Test
  void aLogThatCannotBeginPoisonsItToo() throws Exception {
    CompletableFuture<PoisonedLogException> told = new CompletableFuture<>();
    try (LogWriter log = open(told)) {
      assertHangs(log, told, "log.1 is durable up to byte 0", () -> log.begin("log.1", HEADER));
      assertThat(log.isOpen()).isFalse();
    }
  }

  private void assertHangs(
      LogWriter log, CompletableFuture<PoisonedLogException> told, String where, Action action)
      throws Exception {
    volume.holdsWrites = new CountDownLatch(1);
    CompletableFuture<Void> held = begun(action);
    assertThat(told.get(60, TimeUnit.SECONDS))
        .hasMessageContaining(where)
        .hasMessageContaining(HUNG);
    assertThat(held).isNotDone();
    // The disk comes back, and has written it: nobody may believe it any more.
    volume.holdsWrites.countDown();
    assertThatThrownBy(() -> held.get(60, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(PoisonedLogException.class)
        .hasRootCauseMessage(HUNG);
    assertThatThrownBy(() -> log.append(new byte[1], 0, 1))
        .isInstanceOf(PoisonedLogException.class);
    assertThatThrownBy(() -> log.begin("log.2", HEADER)).isInstanceOf(PoisonedLogException.class);
  }

  @Test
  void waitsThatEndAreNoHang() {
    int[] hung = {0};
    try (HangWatch watch =
        new HangWatch(
            HUNG_AFTER,
            () -> {
              hung[0]++;
              return true;
            })) {
      for (int wait = 0; wait < 5; wait++) {
        watch.begins();
        for (int look = 0; look < HangWatch.LOOKS; look++) {
          assertThat(watch.look()).isTrue(); // the first one sees that it is another wait
        }
        watch.ends();
        assertThat(watch.look()).isTrue();
      }
      assertThat(hung[0]).isZero();
      watch.begins();
      for (int look = 0; look <= HangWatch.LOOKS; look++) {
        assertThat(watch.look()).isTrue();
      }
      assertThat(hung[0]).isEqualTo(1);
    }
  }
}
