package io.snapkeeper.wal.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The niceness that the kernel tells of a thread. */
@Timeout(60)
class LowCpuClaimTest {

  /** Of /proc/PID/task/TID/stat, counted after the name in brackets. */
  private static final int NICE_FIELD = 16;

  @TempDir Path directory;

  private final List<Exception> troubles = new CopyOnWriteArrayList<>();

  @Test
  void theThreadIsTheLastToBeServedAndNoOtherIs() throws Exception {
    int before = niceness();
    assertThat(nicenessAfter(new LowCpuClaim(troubles::add))).isEqualTo(19);
    assertThat(niceness()).isEqualTo(before);
    assertThat(troubles).isEmpty();
  }

  @Test
  void withoutTheProgramItGoesOnAsItWasAndSaysSoOnce() throws Exception {
    int before = niceness();
    LowCpuClaim claim =
        new LowCpuClaim(directory.resolve("nowhere/renice").toString(), troubles::add);
    assertThat(nicenessAfter(claim)).isEqualTo(before);
    assertThat(nicenessAfter(claim)).isEqualTo(before);
    assertThat(troubles).hasSize(1);
  }

  private static int nicenessAfter(LowCpuClaim claim) throws Exception {
    FutureTask<Integer> task =
        new FutureTask<>(
            () -> {
              claim.applyToThisThread().join();
              return niceness();
            });
    new Thread(task).start();
    return task.get();
  }

  private static int niceness() throws Exception {
    String stat = Files.readString(Path.of("/proc/thread-self/stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return Integer.parseInt(fields[NICE_FIELD]);
  }
}
