package io.snapkeeper.monitoring.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Every alert leads to what to do about it. */
class RunbookTest {

  /** Its beginning is what docs/monitoring.md tells the reader to replace. */
  private static final String RUNBOOK = "https://snapkeeper.example.com/docs/runbook.md#";

  private static final List<String> HEADINGS =
      List.of("Symptom", "What to look at", "What to do", "When to wake somebody");

  @Test
  void everyAlertHasItsEntryAndEveryEntryItsAlert() throws IOException {
    assertThat(entries().keySet())
        .containsExactlyInAnyOrderElementsOf(
            RuleFiles.alerts().stream().map(Rule.Alert::name).toList());
  }

  @Test
  void everyAlertNamesItsEntryAndHowUrgentItIs() throws IOException {
    for (Rule.Alert alert : RuleFiles.alerts()) {
      assertThat(alert.annotations())
          .as(alert.name())
          .containsOnlyKeys("summary", "description", "runbook_url")
          .containsEntry("runbook_url", RUNBOOK + alert.name().toLowerCase(Locale.ROOT));
      assertThat(alert.labels().get("severity")).isIn("critical", "warning");
    }
  }

  @Test
  void everyEntryHasTheSameHeadingsWithTextUnderEach() throws IOException {
    entries()
        .forEach(
            (name, text) -> {
              List<String> parts = Arrays.asList(text.split("(?m)^\\*\\*", -1));
              assertThat(parts.subList(1, parts.size()))
                  .as(name)
                  .hasSameSizeAs(HEADINGS)
                  .allMatch(part -> part.split("\\*\\*", 2)[1].strip().length() > 20);
              assertThat(parts.subList(1, parts.size()))
                  .as(name)
                  .extracting(part -> part.split("\\.?\\*\\*", 2)[0])
                  .isEqualTo(HEADINGS);
            });
  }

  /** The text of each entry by the alert's name. */
  private static Map<String, String> entries() throws IOException {
    String page =
        Files.readString(Path.of(System.getProperty("snapkeeper.repo"), "docs", "runbook.md"));
    return Arrays.stream(page.split("(?m)^## ", -1))
        .filter(section -> section.startsWith("Snapkeeper"))
        .collect(
            Collectors.toMap(
                section -> section.substring(0, section.indexOf('\n')).strip(),
                section -> section.substring(section.indexOf('\n'))));
  }
}
