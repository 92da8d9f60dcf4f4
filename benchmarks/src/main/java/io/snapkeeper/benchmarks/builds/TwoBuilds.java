package io.snapkeeper.benchmarks.builds;

import io.snapkeeper.benchmarks.ensemble.Spread;
import io.snapkeeper.benchmarks.ensemble.Turns;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says what a change costs: runs one benchmark of the build before it and of the one after it. */
@Command(
    name = "two-builds",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Runs a benchmark of two checkouts in turn and compares the tables that it prints. Both"
          + " checkouts have to be built (mvn -pl benchmarks,zk-integration -am package"
          + " -DskipTests). Give the benchmark --repetitions 1: the repetitions are made here."
    })
public final class TwoBuilds implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(
      names = "--before",
      required = true,
      paramLabel = "DIR",
      description = "Checkout of the repository that the other one is compared with.")
  private Path before;

  @Option(
      names = "--after",
      defaultValue = ".",
      paramLabel = "DIR",
      description = "The other checkout (this directory).")
  private Path after;

  @Option(
      names = "--columns",
      split = ",",
      required = true,
      description = "Headings of the columns to compare; what stands left of them names a row.")
  private List<String> columns;

  @Option(names = "--repetitions", defaultValue = "5", description = "Default ${DEFAULT-VALUE}.")
  private int repetitions;

  @Parameters(
      arity = "1..*",
      paramLabel = "CLASS ARGUMENT",
      description = "The benchmark and what it is given; after --.")
  private List<String> benchmark;

  public static void main(String[] args) {
    System.exit(new CommandLine(new TwoBuilds()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    requireBuilt(before);
    requireBuilt(after);
    Map<Path, List<PrintedTable>> tables =
        Turns.take(
            List.of(before, after),
            repetitions,
            (repetition, checkout) -> {
              out.printf("%d of %d: %s%n", repetition, repetitions, checkout);
              out.flush();
              return PrintedTable.read(run(checkout), columns);
            });
    print(out, tables.get(before), tables.get(after));
    out.flush();
    return 0;
  }

  private static Path jarOf(Path checkout) {
    return checkout.resolve("benchmarks/target/benchmarks.jar");
  }

  private void requireBuilt(Path checkout) {
    if (!Files.isRegularFile(jarOf(checkout))) {
      throw new ParameterException(
          spec.commandLine(),
          jarOf(checkout)
              + " is missing; build it: mvn -pl benchmarks,zk-integration -am package -DskipTests");
    }
  }

  private List<String> run(Path checkout) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dsnapkeeper.repo=" + checkout.toAbsolutePath(),
                "-cp",
                jarOf(checkout).toAbsolutePath().toString()));
    command.addAll(benchmark);
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    process.getOutputStream().close();
    List<String> lines;
    try (var reader = process.inputReader()) {
      lines = reader.lines().toList();
    }
    int status = process.waitFor();
    if (status != 0) {
      throw new IOException(
          String.join(" ", command) + " ended with " + status + ":\n" + String.join("\n", lines));
    }
    return lines;
  }

  /** Ratios are made within a repetition: what disturbs a machine for minutes falls on both. */
  private void print(PrintWriter out, List<PrintedTable> olds, List<PrintedTable> news) {
    out.printf("%nmedians (range) of %d, in turn; ratio: after / before%n%n", repetitions);
    out.println("| row | column | before | after | ratio |");
    out.println("|---|---|---|---|---|");
    for (String row : olds.get(0).rows().keySet()) {
      for (int column = 0; column < columns.size(); column++) {
        double[] one = figures(olds, row, column);
        double[] other = figures(news, row, column);
        double[] ratios = new double[one.length];
        for (int i = 0; i < ratios.length; i++) {
          ratios[i] = other[i] / one[i];
        }
        out.printf(
            Locale.ROOT,
            "| %s | %s | %s | %s | %s |%n",
            row.replace(" | ", ", "),
            columns.get(column),
            Spread.text(one, 1),
            Spread.text(other, 1),
            Spread.text(ratios, 2));
      }
    }
  }

  private static double[] figures(List<PrintedTable> tables, String row, int column) {
    return tables.stream()
        .mapToDouble(
            table -> {
              double[] figures = table.rows().get(row);
              if (figures == null) {
                throw new IllegalArgumentException("a run printed no row \"" + row + "\"");
              }
              return figures[column];
            })
        .toArray();
  }
}
