package io.snapkeeper.wal.owner;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.testset.FuzzCorpus;
import io.snapkeeper.wal.owner.OwnerFile.Line;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;

/**
 * Whatever the file of a directory's owners contains, each of its lines is one line of text, for a
 * message, and what is written there is read.
 */
public class OwnerFileFuzzTest {

  /** One file for all inputs: a fuzzer has a million of them. */
  private static final Path FILE = file();

  private static Path file() {
    try {
      Path made = Files.createTempFile("snapkeeper-owner", "");
      made.toFile().deleteOnExit();
      return made;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void whatWasFoundIsOneLineOfText() {
    FuzzCorpus.replay(OwnerFileFuzzTest.class, OwnerFileFuzzTest::fuzzerTestOneInput);
  }

  /** The fuzzer's entry. */
  public static void fuzzerTestOneInput(byte[] input) {
    try {
      Files.write(FILE, input);
      try (FileChannel file =
          FileChannel.open(FILE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
        String server = OwnerFile.read(file, Line.SERVER);
        String writer = OwnerFile.read(file, Line.WRITER);
        assertThat(server + writer).doesNotMatch("(?s).*\\p{Cntrl}.*");
        OwnerFile.write(file, Line.WRITER, writer);
        assertThat(OwnerFile.read(file, Line.SERVER)).isEqualTo(server);
        // What was no UTF-8 has become longer, and may have been cut.
        assertThat(writer).startsWith(OwnerFile.read(file, Line.WRITER).replaceAll("\ufffd+$", ""));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
