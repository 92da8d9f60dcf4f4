package io.snapkeeper.wal.owner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class DirectoryOwnerTest {

  private static final Duration SHORT = Duration.ofMillis(100);
  private static final Duration LONG = Duration.ofMinutes(1);

  @TempDir private Path directory;

  @Test
  void aDirectoryBelongsToOneServer() throws Exception {
    assertThat(DirectoryOwner.isKnown(directory)).isFalse();
    try (DirectoryOwner owner = DirectoryOwner.take(directory, SHORT)) {
      assertThat(owner.directory()).isEqualTo(directory.toRealPath());
      assertThatThrownBy(() -> DirectoryOwner.take(directory, SHORT))
          .isInstanceOf(DirectoryOwnedException.class)
          .hasMessageContaining(directory.toRealPath().toString())
          .hasMessageContaining("this very process, pid " + ProcessHandle.current().pid());
    }
    assertThat(DirectoryOwner.isKnown(directory)).isTrue();
    DirectoryOwner.take(directory, SHORT).close();
  }

  @Test
  void otherProcessesAreNamedAndWaitedFor() throws Exception {
    Process other = otherOwner();
    assertThatThrownBy(() -> DirectoryOwner.take(directory, SHORT))
        .isInstanceOf(DirectoryOwnedException.class)
        .hasMessageContaining("by the server pid " + other.pid() + " on ")
        .hasMessageContaining("end that process");
    List<String> told = new ArrayList<>();
    DirectoryOwner.take(
            directory,
            LONG,
            holder -> {
              told.add(holder);
              other.destroyForcibly();
            })
        .close();
    assertThat(other.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(told)
        .singleElement()
        .asString()
        .startsWith("the server pid " + other.pid() + " on ");
  }

  /** Not "cannot be locked", with which a server would start and write there. */
  @Test
  void whoIsInterruptedIsToldWhoHasItAllTheSame() throws Exception {
    Process other = otherOwner();
    try {
      assertThatThrownBy(
              () ->
                  DirectoryOwner.take(
                      directory, LONG, holder -> Thread.currentThread().interrupt()))
          .isInstanceOf(DirectoryOwnedException.class)
          .hasMessageContaining("by the server pid " + other.pid() + " on ");
      assertThat(Thread.interrupted()).isTrue();
      // Reads who has it while it is interrupted, which closes the file.
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> DirectoryOwner.take(directory, Duration.ZERO))
          .isInstanceOf(DirectoryOwnedException.class)
          .hasMessageContaining("by a process that cannot be named");
      assertThat(Thread.interrupted()).isTrue();
    } finally {
      Thread.interrupted();
      other.destroyForcibly();
    }
  }

  @Test
  void whoFindsNobodyIsToldOfNobody() throws Exception {
    List<String> told = new ArrayList<>();
    DirectoryOwner.take(directory, LONG, told::add).close();
    assertThat(told).isEmpty();
  }

  /** A server whose log ZooKeeper writes keeps no other reference to its owner. */
  @Test
  void whatNobodyRefersToIsHeldAllTheSame() throws Exception {
    DirectoryOwner.take(directory, SHORT);
    for (int i = 0; i < 5; i++) {
      System.gc();
      sleep(50);
    }
    Process other = start(directory, SHORT);
    assertThat(other.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .contains("may still be written by the server pid " + ProcessHandle.current().pid());
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Process start(Path directory, Duration patience) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            Other.class.getName(),
            directory.toString(),
            patience.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private Process otherOwner() throws IOException {
    Process other = start(directory, LONG);
    BufferedReader said =
        new BufferedReader(new InputStreamReader(other.getInputStream(), StandardCharsets.UTF_8));
    assertThat(said.readLine()).isEqualTo("taken");
    return other;
  }

  /** Has the directory until it is killed. */
  static final class Other {
    public static void main(String[] args) throws Exception {
      try {
        DirectoryOwner owner = DirectoryOwner.take(Path.of(args[0]), Duration.parse(args[1]));
        System.out.println("taken");
        Thread.sleep(LONG.toMillis());
        owner.close();
      } catch (DirectoryOwnedException e) {
        System.out.println(e.getMessage());
      }
    }
  }

  @Test
  void eachOwnerHasATokenOfItsOwnAndNobodyElseReadsIt() throws Exception {
    String first;
    try (DirectoryOwner owner = DirectoryOwner.take(directory, SHORT)) {
      first = owner.token();
    }
    try (DirectoryOwner owner = DirectoryOwner.take(directory, SHORT)) {
      assertThat(owner.token()).hasSize(32).isNotEqualTo(first);
      assertThat(Files.readString(directory.resolve(OwnerFile.NAME))).startsWith(owner.token());
    }
    assertThat(Files.getPosixFilePermissions(directory.resolve(OwnerFile.NAME)))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  @Test
  void whoCannotTakeItIsToldWhatKindOfFileSystemItIs() {
    assertThatThrownBy(() -> DirectoryOwner.take(Path.of("/proc"), SHORT))
        .isInstanceOf(LocksUnavailableException.class)
        .hasMessageContaining("/proc (proc) cannot be locked");
    assertThatThrownBy(() -> DirectoryOwner.take(directory.resolve("nothing"), SHORT))
        .isInstanceOf(LocksUnavailableException.class);
  }

  /** Whatever stands in the file. */
  @Test
  void whatOthersWroteIntoTheFileDoesNotMatter() throws Exception {
    Files.write(directory.resolve(OwnerFile.NAME), new byte[] {1, -1, 10, 0, 32});
    try (DirectoryOwner owner = DirectoryOwner.take(directory, SHORT)) {
      assertThat(owner.token()).hasSize(32);
    }
  }
}
