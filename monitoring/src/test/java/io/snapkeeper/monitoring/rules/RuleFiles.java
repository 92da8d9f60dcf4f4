package io.snapkeeper.monitoring.rules;

import io.snapkeeper.monitoring.rules.Rule.Alert;
import io.snapkeeper.monitoring.rules.Rule.Recording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The rule files of the repository. */
public final class RuleFiles {

  private static final List<String> NAMES =
      List.of("snapkeeper.rules.yml", "snapkeeper.alerts.yml");

  private RuleFiles() {}

  /** The directory in which they are. */
  public static Path directory() {
    return Path.of(System.getProperty("snapkeeper.repo"), "monitoring", "prometheus");
  }

  public static List<Path> paths() {
    return NAMES.stream().map(directory()::resolve).toList();
  }

  /** All rules, recordings first. */
  public static List<Rule> rules() throws IOException {
    List<Rule> rules = new ArrayList<>();
    for (Path file : paths()) {
      Map<?, ?> root = (Map<?, ?>) load(file);
      for (Object group : (List<?>) root.get("groups")) {
        for (Object rule : (List<?>) ((Map<?, ?>) group).get("rules")) {
          rules.add(rule((Map<?, ?>) rule));
        }
      }
    }
    return rules;
  }

  public static List<Alert> alerts() throws IOException {
    return rules().stream().filter(Alert.class::isInstance).map(Alert.class::cast).toList();
  }

  /** Writes the rules into one file of one group. */
  public static void write(Path file, List<Rule> rules) throws IOException {
    Map<String, Object> group =
        Map.of("name", "all", "rules", rules.stream().map(Rule::toYaml).toList());
    Files.writeString(
        file,
        new Dump(DumpSettings.builder().build()).dumpToString(Map.of("groups", List.of(group))));
  }

  private static Object load(Path file) throws IOException {
    return new Load(LoadSettings.builder().build()).loadFromString(Files.readString(file));
  }

  private static Rule rule(Map<?, ?> rule) {
    String expression = (String) rule.get("expr");
    if (rule.containsKey("record")) {
      return new Recording((String) rule.get("record"), expression);
    }
    Object pending = rule.get("for");
    return new Alert(
        (String) rule.get("alert"),
        expression,
        pending == null ? "0s" : (String) pending,
        texts(rule.get("labels")),
        texts(rule.get("annotations")));
  }

  private static Map<String, String> texts(Object map) {
    return ((Map<?, ?>) map)
        .entrySet().stream()
            .collect(
                java.util.stream.Collectors.toMap(
                    entry -> (String) entry.getKey(), entry -> (String) entry.getValue()));
  }
}
