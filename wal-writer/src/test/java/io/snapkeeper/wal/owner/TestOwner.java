package io.snapkeeper.wal.owner;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Owners of the directories of tests, which stay this process's own once they are taken. */
public final class TestOwner {

  /** What a directory has beside its logs. */
  public static final String FILE = OwnerFile.NAME;

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Map<Path, DirectoryOwner> OWNERS = new HashMap<>();

  private TestOwner() {}

  /** One that writes itself, or has a writer process started that does. */
  public static synchronized DirectoryOwner of(Path directory) throws IOException {
    DirectoryOwner owner =
        OWNERS.computeIfAbsent(
            directory.toRealPath(),
            path -> {
              try {
                return DirectoryOwner.take(path, PATIENCE);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    owner.takeWritingBack(PATIENCE);
    return owner;
  }
}
