package io.snapkeeper.ensemble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MadeOnceTest {

  @TempDir Path directory;

  private Path file;

  @BeforeEach
  void nameFile() {
    file = directory.resolve("deeper/file");
  }

  @Test
  void isMadeOnceForAllThatWantIt() throws Exception {
    AtomicInteger times = new AtomicInteger();
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Future<String>> seen = new ArrayList<>();
      for (int thread = 0; thread < 8; thread++) {
        seen.add(
            threads.submit(
                () -> {
                  new MadeOnce(file)
                      .unless(
                          () -> Files.exists(file),
                          made -> {
                            Files.writeString(made, "first half");
                            Files.writeString(made, "whole " + times.incrementAndGet());
                          });
                  return Files.readString(file);
                }));
      }
      for (Future<String> one : seen) {
        assertThat(one.get()).isEqualTo("whole 1");
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void isAsBeforeWhereMakingItFails() throws Exception {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "old");
    assertThatThrownBy(
            () ->
                new MadeOnce(file)
                    .unless(
                        () -> false,
                        made -> {
                          Files.writeString(made, "half");
                          throw new IOException("no room");
                        }))
        .isInstanceOf(IOException.class)
        .hasMessage("no room");
    assertThat(file).hasContent("old");
    assertThat(file.getParent()).isDirectoryNotContaining("glob:**.new");

    new MadeOnce(file).unless(() -> false, made -> Files.writeString(made, "new"));
    assertThat(file).hasContent("new");
  }

  @Test
  void isLeftAloneWhereItIs() throws Exception {
    new MadeOnce(file)
        .unless(
            () -> true,
            made -> {
              throw new AssertionError("made again");
            });
    assertThat(file).doesNotExist();
  }
}
