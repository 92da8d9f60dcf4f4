package io.snapkeeper.benchmarks.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProbeLogTest {

  @TempDir Path temp;

  @Test
  void aLineThatIsBeingWrittenIsLeftOut() throws Exception {
    Path file = temp.resolve("probe.txt");
    assertThat(ProbeLog.read(file, 0).commits()).isEmpty();
    Files.writeString(file, "C 100 7000\nH 110 5\nS 90 200 40\nC 3");
    ProbeLog log = ProbeLog.read(file, 0);
    assertThat(log.commits()).containsExactly(new ProbeLog.Commit(100, 7000));
    assertThat(log.saves()).containsExactly(new ProbeLog.Save(90, 200, 40));
    assertThat(log.helpers()).containsExactly(new ProbeLog.HelperCpu(110, 5));
  }

  @Test
  void whatWasSeenIsNotReadAgain() throws Exception {
    Path file = temp.resolve("probe.txt");
    Files.writeString(file, "C 100 7000\nC 200 8000\nC 3");
    assertThat(ProbeLog.read(file, 13).commits()).isEmpty();
    Files.writeString(file, "00 9000\n", StandardOpenOption.APPEND);
    assertThat(ProbeLog.read(file, 13).commits()).containsExactly(new ProbeLog.Commit(300, 9000));
  }
}
