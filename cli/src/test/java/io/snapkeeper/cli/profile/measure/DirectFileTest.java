package io.snapkeeper.cli.profile.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DirectFileTest {

  private Path directory;

  @BeforeEach
  void besideTheClasses() throws IOException {
    // Where temporary files usually are may be in memory.
    Path classes = Files.createDirectories(Path.of("target").toAbsolutePath());
    directory = Files.createTempDirectory(classes, "direct-file-");
  }

  @AfterEach
  void isEmpty() throws IOException {
    // Fails if anything is left in it.
    Files.delete(directory);
  }

  private DirectFile create() throws IOException {
    try {
      return DirectFile.create(directory);
    } catch (UnsupportedOperationException e) {
      return Assumptions.abort("needs a directory with direct I/O: " + e.getMessage());
    }
  }

  /** The descriptors of this process that are open on a file of the directory. */
  private List<Path> openFiles() throws IOException {
    List<Path> open = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      for (Path file : files) {
        try {
          if (Files.readSymbolicLink(file).startsWith(directory)) {
            open.add(file);
          }
        } catch (NoSuchFileException e) {
          // That of the directory stream itself.
        }
      }
    }
    return open;
  }

  @Test
  void hasNoNameWhileItIsUsedAndIsGoneAfterwards() throws Exception {
    try (DirectFile file = create()) {
      assertThat(directory).isEmptyDirectory();
      assertThat(openFiles())
          .hasSize(2)
          .allSatisfy(
              open -> {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(open)))
                    .isEqualTo("rw-------");
                assertThat(Files.readSymbolicLink(open).getFileName().toString())
                    .startsWith("snapkeeper-profile.");
              });
      file.force();
    }
    assertThat(openFiles()).isEmpty();
  }

  @Test
  void givesBackWhatWasWrittenWhicheverWay() throws Exception {
    try (DirectFile file = create()) {
      int small = file.smallBytes();
      ByteBuffer bulk = file.buffer(4 * small);
      ByteBuffer durable = file.buffer(small);
      file.write(bulk, 0);
      file.writeDurably(durable, 2L * small);
      assertThat(bulk.remaining()).isEqualTo(4 * small);
      ByteBuffer read = ByteBuffer.allocateDirect(5 * small).alignedSlice(small);
      read.limit(4 * small);
      file.read(read, 0);
      assertThat(read.slice(0, 2 * small)).isEqualTo(bulk.slice(0, 2 * small));
      assertThat(read.slice(2 * small, small)).isEqualTo(durable.slice(0, small));
      assertThat(read.slice(3 * small, small)).isEqualTo(bulk.slice(3 * small, small));
      assertThatThrownBy(() -> file.read(read, 2L * small)).isInstanceOf(EOFException.class);
    }
  }
}
