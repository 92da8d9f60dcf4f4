package io.snapkeeper.cli;

import io.snapkeeper.cli.demo.DemoCommand;
import io.snapkeeper.cli.load.LoadCommand;
import io.snapkeeper.cli.orders.LimitsCommand;
import io.snapkeeper.cli.orders.OffCommand;
import io.snapkeeper.cli.orders.PauseCommand;
import io.snapkeeper.cli.orders.ResumeCommand;
import io.snapkeeper.cli.orders.SnapshotNowCommand;
import io.snapkeeper.cli.profile.ProfileDiskCommand;
import io.snapkeeper.cli.simulate.SimulateCommand;
import io.snapkeeper.cli.soak.SoakCommand;
import io.snapkeeper.cli.status.StatusCommand;
import io.snapkeeper.cli.trace.CheckTraceCommand;
import io.snapkeeper.cli.watch.WatchCommand;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The {@code snapkeeper} command. */
@Command(
    name = "snapkeeper",
    mixinStandardHelpOptions = true,
    versionProvider = VersionFromBuild.class,
    description = "Keeps ZooKeeper's snapshots out of the way of its write-ahead log.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      DemoCommand.class,
      SimulateCommand.class,
      ProfileDiskCommand.class,
      SoakCommand.class,
      StatusCommand.class,
      WatchCommand.class,
      LoadCommand.class,
      PauseCommand.class,
      OffCommand.class,
      ResumeCommand.class,
      SnapshotNowCommand.class,
      LimitsCommand.class,
      CheckTraceCommand.class
    })
public final class Main implements Runnable {

  @Spec private CommandSpec spec;

  public static void main(String[] args) {
    // What is printed is compared and parsed: the same on every machine.
    Locale.setDefault(Locale.ROOT);
    System.exit(run(args));
  }

  /** Runs one command line and returns its exit code. */
  static int run(String... args) {
    return commandLine().execute(args);
  }

  static CommandLine commandLine() {
    CommandLine line = new CommandLine(new Main());
    explainExitCodes(line);
    line.getSubcommands().values().forEach(Main::explainExitCodes);
    // The whole usage text would hide what is wrong.
    line.setParameterExceptionHandler(
        (wrong, args) -> {
          CommandLine command = wrong.getCommandLine();
          command.getErr().println("snapkeeper: " + wrong.getMessage());
          if (!UnmatchedArgumentException.printSuggestions(wrong, command.getErr())) {
            command
                .getErr()
                .println("Try: " + command.getCommandSpec().qualifiedName() + " --help");
          }
          return ExitCode.WRONG_USAGE.code();
        });
    line.setExecutionExceptionHandler(
        (exception, command, parsed) -> {
          if (exception instanceof Failure failure) {
            command.getErr().println("snapkeeper: " + failure.getMessage());
            return failure.exit().code();
          }
          command.getErr().println("snapkeeper: unexpected: " + exception);
          exception.printStackTrace(command.getErr());
          return ExitCode.FAILED.code();
        });
    return line;
  }

  private static void explainExitCodes(CommandLine command) {
    command
        .getCommandSpec()
        .usageMessage()
        .exitCodeListHeading("%nExit codes:%n")
        .exitCodeList(ExitCode.forHelp());
  }

  @Override
  public void run() {
    throw new CommandLine.ParameterException(
        spec.commandLine(),
        "Missing command: one of " + String.join(", ", spec.subcommands().keySet()));
  }
}
