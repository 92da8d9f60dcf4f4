package io.snapkeeper.containers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The commands that a page tells its readers to run: its indented lines. They run in the root of
 * the checkout. Not thread-safe.
 */
public final class PageCommands {

  private final List<String> commands;
  private final Set<String> left;
  private final Path repo;
  private final Map<String, String> environment;

  /**
   * @param page its path in the checkout
   * @param environment added to this process's own
   */
  public PageCommands(String page, Map<String, String> environment) throws IOException {
    this.repo = Path.of(System.getProperty("snapkeeper.repo"));
    this.environment = environment;
    this.commands =
        // A command that goes on in the next line is one.
        Files.readString(repo.resolve(page))
            .replaceAll(" *\\\\\n *", " ")
            .lines()
            .filter(line -> line.startsWith("    "))
            .map(String::strip)
            .toList();
    this.left = new LinkedHashSet<>(commands);
  }

  /** Those that begin so. */
  public List<String> beginningWith(String beginning) {
    return commands.stream().filter(line -> line.startsWith(beginning)).toList();
  }

  /**
   * Runs a command of the page, which has to succeed.
   *
   * @param here what the command is on this machine
   */
  public Command.Result run(String command, Duration timeout, UnaryOperator<String> here)
      throws IOException, InterruptedException {
    Command.Result result = attempt(command, timeout, here);
    assertThat(result.status()).as("%s: %s", command, result.output()).isZero();
    return result;
  }

  /** The same of a command that may fail. */
  Command.Result attempt(String command, Duration timeout, UnaryOperator<String> here)
      throws IOException, InterruptedException {
    assertThat(commands).contains(command);
    left.remove(command);
    return Command.run(
        timeout,
        environment,
        List.of("bash", "-c", "cd \"$0\" && " + here.apply(command), repo.toString()));
  }

  /** What was not run. */
  public Set<String> left() {
    return left;
  }
}
