package io.snapkeeper.benchmarks.disk;

import io.snapkeeper.ensemble.EnsembleException;
import io.snapkeeper.ensemble.flash.FlashDisks;
import io.snapkeeper.ensemble.flash.FlashSpec;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Sets up one emulated flash disk, runs a command with it, and takes it down again. */
@Command(
    name = "on-emulated-disk",
    mixinStandardHelpOptions = true,
    description =
        "Sets up an emulated flash disk (root, FUSE), runs a command in which the word DISK stands"
            + " for the directory where the disk is mounted, and takes the disk down. Ends with the"
            + " command's exit code.")
public final class OnEmulatedDisk implements Callable<Integer> {

  private static final String PLACEHOLDER = "DISK";

  @Spec private CommandSpec spec;

  @Option(
      names = "--megabytes-per-second",
      defaultValue = "300",
      description = "Bandwidth of the disk; default ${DEFAULT-VALUE}.")
  private int megabytesPerSecond;

  @Option(
      names = "--scheduler",
      defaultValue = "none",
      description = "none, mq-deadline, kyber or bfq; default ${DEFAULT-VALUE}.")
  private String scheduler;

  @Option(
      names = "--write-back",
      description = "The disk has a volatile cache, so that a synced write costs a flush.")
  private boolean writeBack;

  @Parameters(
      arity = "1..*",
      paramLabel = "COMMAND",
      description = "The command and its arguments, one of which is " + PLACEHOLDER + ".")
  private List<String> command;

  public static void main(String[] args) {
    CommandLine line = new CommandLine(new OnEmulatedDisk());
    // What follows the command's name is the command's.
    line.setStopAtPositional(true);
    line.setExecutionExceptionHandler(
        (exception, failed, parsed) -> {
          if (exception instanceof EnsembleException || exception instanceof IOException) {
            failed.getErr().println("on-emulated-disk: " + exception.getMessage());
            return 1;
          }
          throw exception;
        });
    System.exit(line.execute(args));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    FlashSpec disk;
    try {
      disk =
          FlashSpec.ofDefaults()
              .withMegabytesPerSecond(megabytesPerSecond)
              .withScheduler(scheduler)
              .withWriteBack(writeBack);
    } catch (IllegalArgumentException e) {
      throw new CommandLine.ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    try (FlashDisks disks = FlashDisks.create(disk, 1)) {
      String mount = disks.mounts().get(0).toString();
      List<String> words =
          command.stream().map(word -> word.equals(PLACEHOLDER) ? mount : word).toList();
      return new ProcessBuilder(words).inheritIO().start().waitFor();
    }
  }
}
