package io.snapkeeper.wal.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What {@code ionice} says of a thread, of a thread that it starts and of a process. */
@Timeout(60)
class NoStartBoostTest {

  private static final String BELOW = "best-effort: prio 5";

  @TempDir Path directory;

  private final List<String> troubles = new CopyOnWriteArrayList<>();

  @Test
  void underBfqTheThreadAndWhatItStartsAreBelowTheDefault() throws Exception {
    scheduler("sda", "[none] mq-deadline");
    scheduler("sdb", "none mq-deadline [bfq]");
    assertThat(seenAfter(boost("ionice"), "")).containsExactly(BELOW, BELOW, BELOW);
    assertThat(troubles).isEmpty();
  }

  @Test
  void aPriorityThatSomebodyHasChosenStays() throws Exception {
    scheduler("sdb", "none mq-deadline [bfq]");
    assertThat(seenAfter(boost("ionice"), "3")).containsExactly("idle", "idle", "idle");
    assertThat(troubles).isEmpty();
  }

  @Test
  void withoutBfqNothingIsDone() throws Exception {
    scheduler("sda", "none [mq-deadline] bfq");
    Files.createDirectories(directory.resolve("devices/ram0"));
    assertThat(seenAfter(boost("ionice"), "")).containsOnly(usual());
    assertThat(troubles).isEmpty();
  }

  @Test
  void withoutAViewOfTheDisksNothingIsDone() throws Exception {
    assertThat(seenAfter(boost("ionice"), "")).containsOnly(usual());
    assertThat(troubles).isEmpty();
  }

  @Test
  void withoutTheProgramTheReasonIsSaid() throws Exception {
    scheduler("sdb", "none mq-deadline [bfq]");
    String program = directory.resolve("nowhere/ionice").toString();
    assertThat(seenAfter(boost(program), "")).containsOnly(usual());
    assertThat(troubles).hasSize(1);
    assertThat(troubles.get(0)).contains("BFQ", "util-linux", "nowhere/ionice");
  }

  @Test
  void aProgramThatFailsIsReportedWithWhatItSays() throws Exception {
    scheduler("sdb", "none mq-deadline [bfq]");
    Path program = directory.resolve("ionice");
    Files.writeString(program, "#!/bin/sh\necho not permitted here; exit 3\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    assertThat(seenAfter(boost(program.toString()), "")).containsOnly(usual());
    assertThat(troubles).hasSize(1);
    assertThat(troubles.get(0)).contains("not permitted here", "ended with 3");
  }

  private NoStartBoost boost(String program) {
    return new NoStartBoost(
        directory.resolve("devices"),
        program,
        (where, fault) -> troubles.add(where + ": " + fault.getMessage() + " " + fault.getCause()));
  }

  private void scheduler(String device, String line) throws IOException {
    Path queue = Files.createDirectories(directory.resolve("devices").resolve(device + "/queue"));
    Files.writeString(queue.resolve("scheduler"), line + "\n");
  }

  /**
   * What is seen of a new thread, of one that it starts and of a process that it starts.
   *
   * @param ioClass that the thread has chosen for itself before; empty: none
   */
  private static List<String> seenAfter(NoStartBoost boost, String ioClass) throws Exception {
    return onItsOwnThread(
        () -> {
          if (!ioClass.isEmpty()) {
            ionice("-c", ioClass, "-p", threadId());
          }
          boost.applyToThisThread();
          return List.of(
              ionice("-p", threadId()),
              onItsOwnThread(() -> ionice("-p", threadId())),
              ionice()); // of itself
        });
  }

  private static <T> T onItsOwnThread(Callable<T> task) throws Exception {
    FutureTask<T> future = new FutureTask<>(task);
    new Thread(future).start();
    return future.get();
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
}
