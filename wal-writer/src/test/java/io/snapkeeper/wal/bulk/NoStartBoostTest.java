package io.snapkeeper.wal.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What {@code ionice} says of the writing thread at each request. */
@Timeout(60)
class NoStartBoostTest {

  private static final int REQUESTS = NoStartBoost.FIRST_REQUESTS + 3;
  private static final String BELOW = "best-effort: prio 5";

  @TempDir Path directory;

  private final List<String> troubles = new CopyOnWriteArrayList<>();

  @Test
  void underBfqTheFirstRequestsAreBelowTheDefault() throws Exception {
    scheduler("sda", "[none] mq-deadline");
    scheduler("sdb", "none mq-deadline [bfq]");
    List<String> seen = writeOnItsOwnThread(boost("ionice"), true, "");
    assertThat(seen.subList(0, NoStartBoost.FIRST_REQUESTS)).containsOnly(BELOW);
    assertThat(seen.subList(NoStartBoost.FIRST_REQUESTS, REQUESTS)).containsOnly(usual());
    assertThat(troubles).isEmpty();
  }

  @Test
  void aPriorityThatSomebodyHasChosenStays() throws Exception {
    scheduler("sdb", "none mq-deadline [bfq]");
    assertThat(writeOnItsOwnThread(boost("ionice"), true, "3")).containsOnly("idle");
    assertThat(troubles).isEmpty();
  }

  @Test
  void withoutBfqNothingIsDone() throws Exception {
    scheduler("sda", "none [mq-deadline] bfq");
    Files.createDirectories(directory.resolve("devices/ram0"));
    assertThat(writeOnItsOwnThread(boost("ionice"), true, "")).containsOnly(usual());
    assertThat(troubles).isEmpty();
  }

  @Test
  void withoutAViewOfTheDisksNothingIsDone() throws Exception {
    assertThat(writeOnItsOwnThread(boost("ionice"), true, "")).containsOnly(usual());
    assertThat(troubles).isEmpty();
  }

  @Test
  void inThePageCacheNothingIsDone() throws Exception {
    scheduler("sdb", "none mq-deadline [bfq]");
    assertThat(writeOnItsOwnThread(boost("ionice"), false, "")).containsOnly(usual());
  }

  @Test
  void withoutTheProgramTheFileIsWrittenAndTheReasonSaidOnce() throws Exception {
    scheduler("sdb", "none mq-deadline [bfq]");
    NoStartBoost boost = boost(directory.resolve("nowhere/ionice").toString());
    for (int file = 0; file < 3; file++) {
      assertThat(writeOnItsOwnThread(boost, true, "")).hasSize(REQUESTS);
    }
    assertThat(troubles).hasSize(1);
    assertThat(troubles.get(0)).contains("BFQ", "util-linux", "nowhere/ionice");
  }

  @Test
  void aProgramThatFailsIsReportedWithWhatItSays() throws Exception {
    scheduler("sdb", "none mq-deadline [bfq]");
    Path program = directory.resolve("ionice");
    Files.writeString(program, "#!/bin/sh\necho not permitted here; exit 3\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    assertThat(writeOnItsOwnThread(boost(program.toString()), true, "")).hasSize(REQUESTS);
    assertThat(troubles).hasSize(1);
    assertThat(troubles.get(0)).contains("not permitted here", "ended with 3");
  }

  private NoStartBoost boost(String program) {
    return new NoStartBoost(
        (path, direct) -> new Watched(),
        directory.resolve("devices"),
        program,
        (where, fault) -> troubles.add(where + ": " + fault.getMessage() + " " + fault.getCause()));
  }

  private void scheduler(String device, String line) throws IOException {
    Path queue = Files.createDirectories(directory.resolve("devices").resolve(device + "/queue"));
    Files.writeString(queue.resolve("scheduler"), line + "\n");
  }

  /**
   * What was seen at each request.
   *
   * @param ioClass that the thread has chosen for itself before; empty: none
   */
  private static List<String> writeOnItsOwnThread(
      NoStartBoost boost, boolean direct, String ioClass) throws Exception {
    List<String> seen = Collections.synchronizedList(new ArrayList<>());
    List<Throwable> faults = new CopyOnWriteArrayList<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                if (!ioClass.isEmpty()) {
                  ionice("-c", ioClass, "-p", threadId());
                }
                BulkFile file = boost.open(Path.of("file"), direct);
                for (int i = 0; i < REQUESTS; i++) {
                  file.write(ByteBuffer.allocate(1), i);
                  seen.add(Watched.LAST.get());
                }
                file.close();
              } catch (Throwable t) {
                faults.add(t);
              }
            });
    thread.start();
    thread.join();
    assertThat(faults).isEmpty();
    return seen;
  }

  /** What it says of a thread that nobody has given a priority: kernels differ. */
  private static String usual() throws IOException, InterruptedException {
    return ionice("-p", threadId());
  }

  private static String threadId() throws IOException {
    return Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName().toString();
  }

  private static String ionice(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("ionice"));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String answer =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertThat(process.waitFor()).as(answer).isZero();
    return answer;
  }

  /** A file that asks, at each request, which priority the thread has. */
  private static final class Watched implements BulkFile {

    private static final ThreadLocal<String> LAST = new ThreadLocal<>();

    @Override
    public int alignmentBytes() {
      return 1;
    }

    @Override
    public void write(ByteBuffer block, long position) throws IOException {
      try {
        LAST.set(ionice("-p", threadId()));
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }

    @Override
    public void force() {}

    @Override
    public void truncate(long size) {}

    @Override
    public long usableBytes() {
      return 0;
    }

    @Override
    public long totalBytes() {
      return 0;
    }

    @Override
    public void close() {}
  }
}
