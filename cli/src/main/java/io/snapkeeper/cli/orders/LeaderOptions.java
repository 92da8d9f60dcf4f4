package io.snapkeeper.cli.orders;

import io.snapkeeper.cli.ExitCode;
import io.snapkeeper.cli.Failure;
import io.snapkeeper.cli.HostPort;
import io.snapkeeper.cli.TimeoutOption;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How to reach the leader. */
final class LeaderOptions {

  private static final String AUTH_VARIABLE = "SNAPKEEPER_AUTH";

  @Option(
      names = "--pid",
      paramLabel = "PID",
      description = "Attach to this process instead of looking for a leader on this machine.")
  private Long pid;

  @Option(
      names = "--admin",
      paramLabel = "HOST:PORT",
      converter = HostPort.Converter.class,
      split = ",",
      description = "AdminServers of the ensemble (3.9); the leader among them is found.")
  private List<HostPort> admins = List.of();

  // Not an argument with the password itself: arguments are visible to every user of the machine.
  @Option(
      names = "--auth-file",
      paramLabel = "FILE",
      description =
          "File with the authorization for the AdminServer, as in 'digest user:password'. The"
              + " environment variable SNAPKEEPER_AUTH does the same.")
  private Path authFile;

  @Mixin private TimeoutOption waiting;

  /** Gives orders to the leader, and prints which one it is and what it says it did. */
  void give(List<Order> orders, PrintWriter out) {
    try (Leader leader = open()) {
      for (Order order : orders) {
        out.println(leader.name() + ": " + leader.give(order));
      }
      out.flush();
    }
  }

  Leader open() {
    if (pid != null && !admins.isEmpty()) {
      throw new Failure(
          "--pid and --admin name two ways to a leader; give one of them", ExitCode.WRONG_USAGE);
    }
    Duration timeout = waiting.timeout();
    if (!admins.isEmpty()) {
      return RemoteLeader.find(admins, timeout, authorization());
    }
    return pid != null ? LocalLeader.attach(pid) : LocalLeader.find();
  }

  private Optional<String> authorization() {
    if (authFile == null) {
      return Optional.ofNullable(System.getenv(AUTH_VARIABLE))
          .map(value -> oneLine(AUTH_VARIABLE, value));
    }
    try {
      return Optional.of(oneLine("--auth-file " + authFile, Files.readString(authFile)));
    } catch (IOException e) {
      throw new Failure("--auth-file " + authFile + " cannot be read: " + reason(e), e);
    }
  }

  // The value is a secret: no message repeats it.
  private static String oneLine(String source, String value) {
    String text = value.strip();
    if (text.isEmpty() || text.chars().anyMatch(c -> c < ' ' || c > '~')) {
      throw new Failure(source + " does not hold one line of ASCII such as 'digest user:password'");
    }
    return text;
  }

  private static String reason(IOException e) {
    return e instanceof NoSuchFileException ? "no such file" : e.getMessage();
  }
}
