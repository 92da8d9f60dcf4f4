package io.snapkeeper.cli.profile;

import io.snapkeeper.cli.ByteSize;
import io.snapkeeper.cli.Failure;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The directory whose disk is measured, and whether it may be.
 *
 * @param directory existing
 */
record Site(Path directory) {

  private static final String DEV = "/dev/";
  private static final Set<String> MEMORY = Set.of("tmpfs", "ramfs", "devtmpfs");
  // What a full disk does to whoever else uses it is worse than no measurement.
  static final long MARGIN_BYTES = 256L << 20;

  /**
   * @throws Failure if nothing can be measured there
   */
  void requireUsable(long fileBytes) {
    if (!Files.exists(directory)) {
      throw new Failure("no such directory: " + directory + "; name an existing one");
    }
    if (!Files.isDirectory(directory)) {
      throw new Failure(directory + " is not a directory; name the one that it is in");
    }
    if (!Files.isWritable(directory)) {
      throw new Failure(
          "cannot write to " + directory + "; run as a user who may, or name another directory");
    }
    try {
      FileStore store = Files.getFileStore(directory);
      requireDisk(store.type());
      requireRoom(fileBytes, store.getUsableSpace());
    } catch (IOException e) {
      throw new Failure("cannot look at " + directory + ": " + e.getMessage(), e);
    }
  }

  void requireDisk(String fileSystem) {
    // Linux lets a file in memory be opened for direct I/O and then serves it from memory.
    if (MEMORY.contains(fileSystem.toLowerCase(Locale.ROOT))) {
      throw new Failure(
          directory
              + " is on "
              + fileSystem
              + ", which is memory: there is no disk to measure; name a directory on the disk that"
              + " ZooKeeper's data is or will be on");
    }
  }

  void requireRoom(long fileBytes, long usableBytes) {
    long needed = 2 * fileBytes + MARGIN_BYTES;
    if (usableBytes < needed) {
      throw new Failure(
          String.format(
              Locale.ROOT,
              "too little room: %s has %s free, and a --size of %s needs %s (twice as much and %s);"
                  + " free some, or give a smaller --size",
              directory,
              usableBytes < 1 ? "nothing" : new ByteSize(usableBytes),
              new ByteSize(fileBytes),
              new ByteSize(needed),
              new ByteSize(MARGIN_BYTES)));
    }
  }

  /**
   * @throws Failure if a ZooKeeper server keeps its data on the same disk, or may do so
   */
  void requireNoServer(List<RunningServers.Server> servers, PhysicalDisks physical) {
    Set<String> own;
    try {
      own = physical.of(directory);
    } catch (IOException e) {
      throw new Failure("cannot tell which disk " + directory + " is on: " + e.getMessage(), e);
    }
    for (RunningServers.Server server : servers) {
      if (server.directories().isEmpty()) {
        throw new Failure(
            "process "
                + server.pid()
                + " is a ZooKeeper server, and where its data is cannot be found out by this user; a"
                + " measurement on the same disk would stall it: run as root or as the server's"
                + " user, or measure all the same with --force");
      }
      for (Path data : server.directories()) {
        requireOtherDisk(server.pid(), data, own, physical);
      }
    }
  }

  private void requireOtherDisk(long pid, Path data, Set<String> own, PhysicalDisks physical) {
    Set<String> shared = new HashSet<>(own);
    try {
      shared.retainAll(physical.of(data));
    } catch (IOException e) {
      // The server has ended meanwhile, or its directory went away: nobody to stall.
      return;
    }
    if (!shared.isEmpty()) {
      throw new Failure(
          "ZooKeeper server "
              + pid
              + " keeps its data on the same disk ("
              + String.join(", ", shared)
              + ") as "
              + directory
              + "; the measurement would stall it: stop it first, or measure all the same with"
              + " --force");
    }
  }

  /** The directory where the directory's file system is mounted. */
  Path mountPoint() throws IOException {
    Path at = directory.toRealPath();
    Object device = Files.getAttribute(at, "unix:dev");
    while (at.getParent() != null
        && device.equals(Files.getAttribute(at.getParent(), "unix:dev"))) {
      at = at.getParent();
    }
    return at;
  }

  /** The disk in words: its device, file system, and block scheduler where that is known. */
  String disk(PhysicalDisks physical, Path sys) throws IOException {
    FileStore store = Files.getFileStore(directory);
    String device =
        store.name().startsWith(DEV)
            ? store.name().substring(DEV.length())
            : String.join(", ", physical.of(directory));
    return device + ", " + store.type() + scheduler(sys.resolve("class/block").resolve(device));
  }

  private static String scheduler(Path device) throws IOException {
    if (!Files.exists(device)) {
      return "";
    }
    Path real = device.toRealPath();
    Path whole = Files.exists(real.resolve("partition")) ? real.getParent() : real;
    Path scheduler = whole.resolve("queue/scheduler");
    if (!Files.isReadable(scheduler)) {
      return "";
    }
    // The one in use is in brackets; where there is no choice there are none.
    return ", scheduler " + Files.readString(scheduler).strip().replaceAll(".*\\[(.*)\\].*", "$1");
  }
}
