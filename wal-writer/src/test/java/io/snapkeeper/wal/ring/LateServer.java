package io.snapkeeper.wal.ring;

import io.snapkeeper.wal.log.LogSettings;
import io.snapkeeper.wal.owner.DirectoryOwner;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;

/** A server that takes its directory, reads it, commits once, and commits again when told to. */
final class LateServer {

  static final String LOG = "log.1";

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private LateServer() {}

  /** How orders reach the writer. */
  enum Way {
    RING,
    PIPE
  }

  public static void main(String[] args) throws IOException {
    WriterBinary binary = WriterBinary.installed(Path.of(args[0]));
    Path directory = Path.of(args[1]);
    DirectoryOwner owner =
        DirectoryOwner.take(
            directory, PATIENCE, holder -> System.out.println("waits for " + holder));
    System.out.println("taken");
    String name = Files.exists(directory.resolve(LOG)) ? "log.2" : LOG;
    WriterProcessLog log =
        Way.valueOf(args[2]) == Way.RING
            ? WriterProcessLog.byRing(
                binary, owner, LogSettings.DEFAULT, PATIENCE, LateServer::report)
            : WriterProcessLog.byPipe(
                binary, owner, LogSettings.DEFAULT, PATIENCE, LateServer::report);
    log.begin(name, new byte[16]);
    commit(log, 1);
    BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (int number = 2; orders.readLine() != null; number++) {
      commit(log, number);
    }
  }

  private static void commit(WriterProcessLog log, int number) throws IOException {
    byte[] record = new byte[5_000];
    Arrays.fill(record, (byte) number);
    log.append(record, 0, record.length);
    log.commit();
    System.out.println("committed");
  }

  private static void report(String where, Throwable fault) {
    System.out.println(where + ": " + fault);
  }
}
