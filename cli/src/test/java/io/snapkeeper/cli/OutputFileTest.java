package io.snapkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputFileTest {

  @TempDir private Path directory;

  @Test
  void replacesWhatWasThereAndLeavesNothingElse() throws Exception {
    Path path = directory.resolve("a.json");
    Files.writeString(path, "old and longer");
    new OutputFile("--json", path).write("new");
    assertThat(path).hasContent("new");
    assertThat(directory).isDirectoryContaining("glob:**a.json");
    assertThat(directory.toFile().list()).hasSize(1);
  }

  @Test
  void aLinkStaysALink() throws Exception {
    Path target = directory.resolve("target.json");
    Path link = directory.resolve("link.json");
    Files.writeString(target, "old");
    Files.createSymbolicLink(link, target);
    new OutputFile("--json", link).write("new");
    assertThat(link).isSymbolicLink();
    assertThat(target).hasContent("new");
  }

  @Test
  void whatCannotBeWrittenIsFoundOutBefore() throws Exception {
    Path file = Files.createFile(directory.resolve("file"));
    assertThatThrownBy(() -> new OutputFile("--json", directory).requireWritable())
        .isInstanceOf(Failure.class)
        .hasMessage("cannot write " + directory + " (--json): it is a directory");
    assertThatThrownBy(
            () -> new OutputFile("--json", directory.resolve("no/x.json")).requireWritable())
        .isInstanceOf(Failure.class)
        .hasMessageEndingWith(directory.resolve("no") + " is not an existing directory");
    assertThatThrownBy(() -> new OutputFile("--json", file.resolve("x.json")).requireWritable())
        .isInstanceOf(Failure.class)
        .hasMessageEndingWith(file + " is not an existing directory");
    new OutputFile("--json", directory.resolve("new.json")).requireWritable();
    assertThat(directory.resolve("new.json")).doesNotExist();
  }

  @Test
  void whatFailsLeavesTheOldFile() throws Exception {
    Path path = directory.resolve("a.json");
    Files.writeString(path, "old");
    // What is in the way of the temporary file makes the write fail at its beginning.
    Path inTheWay = directory.resolve(".a.json." + ProcessHandle.current().pid());
    Files.createDirectory(inTheWay);
    assertThatThrownBy(() -> new OutputFile("--json", path).write("new"))
        .isInstanceOf(Failure.class)
        .hasMessageStartingWith("cannot write " + path + " (--json): ");
    assertThat(path).hasContent("old");
    assertThat(inTheWay).exists();
  }
}
