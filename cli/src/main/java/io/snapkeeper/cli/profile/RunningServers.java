package io.snapkeeper.cli.profile;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * ZooKeeper servers that run on this machine, containers included, and the directories that they
 * keep their data in: from their command lines, their zoo.cfg, and the log and snapshot files that
 * they have open. From Linux's {@code /proc}.
 */
final class RunningServers {

  private static final List<String> MAIN_CLASSES =
      List.of(
          "org.apache.zookeeper.server.quorum.QuorumPeerMain",
          "org.apache.zookeeper.server.ZooKeeperServerMain");
  // A server's files are in this directory of its dataDir and dataLogDir.
  private static final Pattern DATA_FILE =
      Pattern.compile(".*/version-2/(log|snapshot)\\.[0-9a-f]+(\\..*)?( \\(deleted\\))?");

  /**
   * One server.
   *
   * @param directories as this process can reach them; empty if they could not be found out
   */
  record Server(long pid, Set<Path> directories) {}

  private final Path proc;

  /**
   * @param proc {@code /proc}
   */
  RunningServers(Path proc) {
    this.proc = proc;
  }

  /** All servers except this process; none where there is no {@code /proc}. */
  List<Server> find() throws IOException {
    List<Server> servers = new ArrayList<>();
    if (!Files.isDirectory(proc)) {
      return servers;
    }
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
      for (Path process : processes) {
        long pid = Long.parseLong(process.getFileName().toString());
        if (pid != ProcessHandle.current().pid()) {
          addIfServer(pid, process, servers);
        }
      }
    }
    return servers;
  }

  private static void addIfServer(long pid, Path process, List<Server> servers) {
    List<String> words = commandLine(process);
    int main = indexOfMain(words);
    Set<Path> directories = new TreeSet<>(openDataDirectories(process));
    if (main < 0 && directories.isEmpty()) {
      return;
    }
    if (main >= 0) {
      directories.addAll(configuredDirectories(process, words.subList(main + 1, words.size())));
    }
    servers.add(new Server(pid, directories));
  }

  private static int indexOfMain(List<String> words) {
    for (int i = 0; i < words.size(); i++) {
      if (MAIN_CLASSES.contains(words.get(i))) {
        return i;
      }
    }
    return -1;
  }

  private static List<String> commandLine(Path process) {
    try {
      String text = Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1);
      // Latin-1 reads any bytes; a path with other characters is found by its open files.
      return Arrays.stream(text.split("\0", -1)).filter(word -> !word.isEmpty()).toList();
    } catch (IOException e) {
      // It has ended, or is none of this user's business.
      return List.of();
    }
  }

  /** A server of another program embeds ZooKeeper: only its open files tell. */
  private static Set<Path> openDataDirectories(Path process) {
    Set<Path> directories = new TreeSet<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(process.resolve("fd"))) {
      for (Path file : files) {
        String target = Files.readSymbolicLink(file).toString();
        if (DATA_FILE.matcher(target).matches()) {
          addReachable(process, Path.of(target).getParent().toString(), directories);
        }
      }
    } catch (IOException | RuntimeException e) {
      // Another user's process, or one that has just ended: what is known so far has to do.
      return directories;
    }
    return directories;
  }

  /**
   * @param arguments those of the main class: a configuration file, or a port and a directory
   */
  private static Set<Path> configuredDirectories(Path process, List<String> arguments) {
    Set<Path> directories = new TreeSet<>();
    if (arguments.size() > 1) {
      addReachable(process, arguments.get(1), directories);
      return directories;
    }
    if (arguments.isEmpty()) {
      return directories;
    }
    try (Reader reader = Files.newBufferedReader(reachable(process, arguments.get(0)))) {
      Properties properties = new Properties();
      properties.load(reader);
      for (String key : List.of("dataDir", "dataLogDir")) {
        if (properties.getProperty(key) != null) {
          addReachable(process, properties.getProperty(key).strip(), directories);
        }
      }
    } catch (IOException | IllegalArgumentException e) {
      // Unreadable for this user: whoever asks is told that the server's disk is not known.
      return directories;
    }
    return directories;
  }

  private static void addReachable(Path process, String name, Set<Path> directories) {
    try {
      Path directory = reachable(process, name);
      if (Files.exists(directory)) {
        directories.add(directory);
      }
    } catch (InvalidPathException e) {
      return;
    }
  }

  // As the process sees it: in its own root, relative to its own working directory.
  private static Path reachable(Path process, String name) {
    return name.startsWith("/")
        ? process.resolve("root").resolve(name.substring(1))
        : process.resolve("cwd").resolve(name);
  }
}
