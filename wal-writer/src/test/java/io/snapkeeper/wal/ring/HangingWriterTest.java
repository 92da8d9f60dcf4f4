package io.snapkeeper.wal.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snapkeeper.wal.log.PoisonedLogException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A writer that waits for its disk, and cannot even be killed. */
@Timeout(180)
class HangingWriterTest {

  private static final Duration HUNG_AFTER = Duration.ofSeconds(1);

  private final List<String> troubles = new CopyOnWriteArrayList<>();

  @Test
  void theWatchdogPoisonsTheLogWhoseCallerCannotBeTold() throws Exception {
    Held transport = new Held();
    CompletableFuture<PoisonedLogException> told = new CompletableFuture<>();
    try (WriterProcessLog log =
        new WriterProcessLog(transport, HUNG_AFTER, (where, fault) -> troubles.add(where))) {
      log.whenPoisonedMeanwhile(told::complete);
      log.begin("log.1", new byte[16]);
      log.append(new byte[100], 0, 100);
      transport.hangs = true;
      CompletableFuture<Long> commit =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return log.commit();
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      assertThat(told.get(60, TimeUnit.SECONDS))
          .hasMessageContaining("log.1 is durable up to byte 16")
          .hasMessageContaining("hangs in the disk");
      assertThat(commit).isNotDone();
      // The disk comes back, and says that it was written: nobody may believe it any more.
      transport.comesBack.countDown();
      assertThatThrownBy(() -> commit.get(60, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .hasRootCauseMessage("the log writer hangs in the disk and cannot be ended");
      assertThatThrownBy(log::commit).isInstanceOf(PoisonedLogException.class);
      assertThatThrownBy(() -> log.append(new byte[1], 0, 1))
          .isInstanceOf(PoisonedLogException.class);
    }
    assertThat(troubles).hasSize(1);
    assertThat(transport.started).isZero();
  }

  /** As the one above, by the C library. */
  @Test
  void inCTheLogIsPoisoned(@TempDir Path directory) throws Exception {
    CompiledDriver writer =
        CompiledDriver.wrapping(
            List.of("pwritev"), "stopping_writer.c", CompiledDriver.writersSources());
    CompiledDriver.wrapping(
            List.of("waitpid", "nanosleep"), "hanging_client.c", CompiledDriver.librarysSources())
        .run(new byte[0], directory.toString(), writer.program().toString());
  }

  /** Answers at once, until it hangs. */
  private static final class Held implements Transport {

    private final CountDownLatch comesBack = new CountDownLatch(1);
    private volatile boolean hangs;
    private int started;

    @Override
    public long capacityBytes() {
      return 1 << 20;
    }

    @Override
    public void put(long position, byte[] bytes, int offset, int length) {}

    @Override
    public void begin(String name, long to) {}

    @Override
    public void commit(long from, long to) {}

    @Override
    public void end() {}

    @Override
    public void resume(String name, long durable) {}

    @Override
    public boolean await() {
      try {
        if (hangs) {
          comesBack.await();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return true;
    }

    @Override
    public int error() {
      return 0;
    }

    @Override
    public boolean killWriter() {
      return false;
    }

    @Override
    public void startWriter() {
      started++;
    }

    @Override
    public long writerPid() {
      return 1;
    }

    @Override
    public int ioClass() {
      return 0;
    }

    @Override
    public long overruns() {
      return 0;
    }

    @Override
    public void close() {}
  }
}
