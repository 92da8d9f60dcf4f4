package io.snapkeeper.zk.purge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the next snapshot needs against what a real file system has. */
class ScarceSpaceTest {

  @TempDir File directory;

  @Test
  void aSnapshotThatIsLargerThanWhatIsLeftMissesSpace() {
    long usable = directory.getUsableSpace();
    assertThat(new ScarceSpace(List.of(directory), () -> usable).getAsBoolean()).isTrue();
    assertThat(new ScarceSpace(List.of(directory), () -> 0).getAsBoolean()).isFalse();
  }

  @Test
  void aDirectoryThatCannotBeAskedHasSpace() {
    File missing = new File(directory, "missing");
    assertThat(new ScarceSpace(List.of(missing), () -> Long.MAX_VALUE / 2).getAsBoolean())
        .isFalse();
  }
}
