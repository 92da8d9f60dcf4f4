package io.snapkeeper.ensemble.flash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** What the tests of both kinds of disks look at. */
final class DiskChecks {

  private DiskChecks() {}

  /** Counts a test as not run, or as failed where all must run, if something is missing. */
  static void require(Optional<String> missing) {
    missing.ifPresent(
        reason -> {
          if (System.getProperty("snapkeeper.require", "possible").equals("all")) {
            fail("must run here (snapkeeper.require=all), but " + reason);
          }
          abort(reason);
        });
  }

  static double secondsToWrite(Path file, byte[] data) throws IOException {
    long start = System.nanoTime();
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING)) {
      ByteBuffer rest = ByteBuffer.wrap(data);
      while (rest.hasRemaining()) {
        channel.write(rest);
      }
      channel.force(true);
    }
    return (System.nanoTime() - start) / 1e9;
  }

  /** Begins a write that a hanging disk does not end within a second. */
  static CompletableFuture<Double> heldWrite(DiskControl control, Path file) {
    control.hang();
    CompletableFuture<Double> written = new CompletableFuture<>();
    Thread writer =
        new Thread(
            () -> {
              try {
                written.complete(secondsToWrite(file, new byte[4096]));
              } catch (IOException e) {
                written.completeExceptionally(e);
              }
            });
    writer.setDaemon(true);
    writer.start();
    assertThatThrownBy(() -> written.get(1, TimeUnit.SECONDS)).isInstanceOf(TimeoutException.class);
    return written;
  }

  /** Takes disks down while the first one hangs, with a write that it was asked for. */
  static void assertHangsUntilItGoesOn(EmulatedDisks disks) throws Exception {
    Path file = disks.mounts().get(0).resolve("held");
    DiskControl control = disks.controls().get(0);
    assertThat(secondsToWrite(file, new byte[4096])).isPositive();
    CompletableFuture<Double> written = heldWrite(control, file);
    control.goOn();
    assertThat(written.get(30, TimeUnit.SECONDS)).isGreaterThan(0.9);
    assertThat(secondsToWrite(file, new byte[4096])).isPositive();
    CompletableFuture<Double> last = heldWrite(control, file);
    disks.close();
    assertThat(last.get(30, TimeUnit.SECONDS)).isGreaterThan(0.9);
    assertNothingLeft(disks.directory());
  }

  /** Waits for a guard to have taken down what lies under a directory, for 20 s at most. */
  static void awaitGone(Path directory) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (Files.exists(directory) && System.nanoTime() < deadline) {
      Thread.sleep(50);
    }
  }

  static void assertNothingLeft(Path directory) throws IOException {
    assertThat(directory).doesNotExist();
    assertThat(Files.readString(Path.of("/proc/mounts"))).doesNotContain(directory.toString());
    assertThat(emulators(directory)).isEmpty();
  }

  static List<ProcessHandle> emulators(Path directory) {
    List<ProcessHandle> found = new ArrayList<>();
    try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
      all.filter(
              process ->
                  process
                      .info()
                      .command()
                      .filter(command -> command.startsWith(directory.resolve("emulated") + ""))
                      .isPresent())
          .forEach(found::add);
    }
    return found;
  }
}
