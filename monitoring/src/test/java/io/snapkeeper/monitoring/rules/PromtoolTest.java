package io.snapkeeper.monitoring.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.monitoring.prometheus.Programs;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Prometheus' own tool says of the rules. */
class PromtoolTest {

  private static final Pattern GROUPING = Pattern.compile("\\b(?:by|on) \\(([^)]*)\\)");

  @Test
  void theRulesAreRules() throws Exception {
    promtool("check", RuleFiles.paths());
  }

  @Test
  void theRulesPassTheirUnitTests() throws Exception {
    try (Stream<Path> files = Files.list(RuleFiles.directory())) {
      List<Path> tests = files.filter(file -> file.toString().endsWith(".test.yml")).toList();
      assertThat(tests).hasSameSizeAs(RuleFiles.paths());
      promtool("test", tests);
    }
  }

  /** One job may scrape the ensembles of several clusters. */
  @Test
  void noGroupIsOfServersOfTwoClusters() throws Exception {
    for (Rule rule : RuleFiles.rules()) {
      Matcher grouping = GROUPING.matcher(rule.expression());
      while (grouping.find()) {
        assertThat(grouping.group(1).split(", ", -1)).as(rule.name()).contains("job", "cluster");
      }
    }
  }

  @Test
  void theFasterRulesAreRules(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("faster.yml");
    RuleFiles.write(file, RuleFiles.rules().stream().map(rule -> rule.faster(120)).toList());
    promtool("check", List.of(file));
  }

  @Test
  void everyAlertHasAUnitTestThatFiresIt() throws Exception {
    String tests = Files.readString(RuleFiles.directory().resolve("snapkeeper.alerts.test.yml"));
    for (Rule.Alert alert : RuleFiles.alerts()) {
      assertThat(tests).contains("alertname: " + alert.name() + "\n");
      assertThat(tests).contains(alert.annotations().get("runbook_url"));
    }
  }

  static void promtool(String what, List<Path> files) throws Exception {
    List<String> command = new ArrayList<>(List.of(Programs.promtool(), what, "rules"));
    files.forEach(file -> command.add(file.toString()));
    Process promtool = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(promtool.waitFor()).as(said).isZero();
  }
}
