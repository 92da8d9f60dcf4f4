package io.snapkeeper.wal.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriterBinaryTest {

  @TempDir private Path directory;

  private Path copy(String permissions) throws IOException {
    Path file = directory.resolve("snapkeeper-wal");
    Files.copy(TestWriter.binary().path(), file, StandardCopyOption.REPLACE_EXISTING);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    return file;
  }

  @Test
  void onlyItsUserMayTouchTheExtractedOne() throws IOException {
    TestWriter.binary();
    WriterBinary extracted = WriterBinary.extract(List.of(directory));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(extracted.path())))
        .isEqualTo("rwx------");
  }

  /** Where a server is killed nobody would remove it. */
  @Test
  void theExtractedOneHasNoNameOfItsOwn() throws IOException {
    TestWriter.binary();
    WriterBinary extracted = WriterBinary.extract(List.of(directory));
    assertThat(extracted.path().toString()).startsWith("/proc/");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void aDirectoryThatIsNotThereIsPassedOver() throws IOException {
    TestWriter.binary();
    Path absent = directory.resolve("absent");
    assertThat(WriterBinary.extract(List.of(absent, directory)).path()).exists();
    assertThatThrownBy(() -> WriterBinary.extract(List.of(absent))).isInstanceOf(IOException.class);
  }

  @Test
  void aMachineForWhichThereIsNoneIsToldWhatToDo() {
    assertThatThrownBy(() -> WriterBinary.carried("riscv64"))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "no log writer for riscv64 in this jar: build the jar where a C compiler for riscv64 is,"
                + " or set snapkeeper.writer.path");
  }

  @Test
  void anInstalledOneThatOthersMayWriteIsRefused() throws IOException {
    assertThat(WriterBinary.installed(copy("rwxr-xr-x")).path()).exists();
    assertThatThrownBy(() -> WriterBinary.installed(copy("rwxrwxr-x")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("may be written by others (rwxrwxr-x); chmod go-w");
  }

  @Test
  void whatIsNoWriterIsRefused() throws IOException {
    Path script = directory.resolve("script");
    Files.writeString(script, "#!/bin/sh\necho 7\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    assertThatThrownBy(() -> WriterBinary.installed(script))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is of version \"7\"; this plugin needs " + RingLayout.VERSION);
    Files.writeString(script, "#!/bin/sh\nyes\n");
    assertThatThrownBy(() -> WriterBinary.installed(script))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("has not ended within 10 s");
    assertThatThrownBy(() -> WriterBinary.installed(directory.resolve("absent")))
        .isInstanceOf(IOException.class);
  }
}
