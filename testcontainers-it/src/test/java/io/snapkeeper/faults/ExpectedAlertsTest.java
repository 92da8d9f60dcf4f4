package io.snapkeeper.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.monitoring.prometheus.Series;
import io.snapkeeper.monitoring.rules.Rule;
import io.snapkeeper.monitoring.rules.RuleFiles;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ExpectedAlertsTest {

  private final ExpectedAlerts expected = new ExpectedAlerts();

  @Test
  void theAlertsAreThoseOfTheRepository() throws IOException {
    assertThat(Arrays.stream(Alert.values()).map(Alert::ruleName))
        .containsExactlyInAnyOrderElementsOf(
            RuleFiles.alerts().stream().map(Rule.Alert::name).toList());
  }

  @Test
  void aBusyMachineMayRaiseNoCriticalAlert() throws IOException {
    Map<String, String> severities =
        RuleFiles.alerts().stream()
            .collect(Collectors.toMap(Rule.Alert::name, alert -> alert.labels().get("severity")));
    assertThat(ExpectedAlerts.OF_A_BUSY_MACHINE)
        .allMatch(alert -> severities.get(alert.ruleName()).equals("warning"));
  }

  @Test
  void whatIsNotAllowedIsUnexpected() {
    FiredAlert down = fired(Alert.TARGET_DOWN, 3);
    assertThat(expected.unexpected(List.of(down))).containsExactly(down);
    expected.allow(Alert.TARGET_DOWN, 3);
    assertThat(expected.unexpected(List.of(down))).isEmpty();
    assertThat(expected.unexpected(List.of(fired(Alert.TARGET_DOWN, 4)))).hasSize(1);
    assertThat(expected.unexpected(List.of(fired(Alert.SERVER_SILENT, 3)))).hasSize(1);
    expected.allow(Alert.TARGET_DOWN);
    assertThat(expected.unexpected(List.of(fired(Alert.TARGET_DOWN, 4)))).isEmpty();
  }

  @Test
  void aServerMayPauseForAMoment() {
    assertThat(expected.unexpected(List.of(fired(Alert.TARGET_DOWN, 3, 3)))).isEmpty();
    assertThat(expected.unexpected(List.of(fired(Alert.SERVER_SILENT, 3, 3)))).isEmpty();
    assertThat(expected.unexpected(List.of(fired(Alert.COMMITS_SLOW, 3, 3)))).isEmpty();
    assertThat(expected.unexpected(List.of(fired(Alert.SERVER_SILENT, 3, 5)))).hasSize(1);
    assertThat(expected.unexpected(List.of(fired(Alert.PLUGIN_FAULT, 3, 1)))).hasSize(1);
  }

  @Test
  void anAlertIsReadFromItsSeries() {
    FiredAlert silent =
        FiredAlert.of(
            new Series(
                Map.of("alertname", "SnapkeeperServerSilent", "sid", "3", "state", "stale"),
                List.of(new Series.Point(10.5, 1), new Series.Point(12, 1))),
            Duration.ofSeconds(1));
    assertThat(silent.sid()).contains(3L);
    assertThat(silent.after(Instant.ofEpochSecond(9))).isEqualTo("ServerSilent of 3 1.5 s");
    assertThat(silent.lasted()).isEqualTo(Duration.ofSeconds(2));
    FiredAlert down =
        FiredAlert.of(
            new Series(
                Map.of("alertname", "SnapkeeperTargetDown", "instance", FiredAlert.instanceOf(4)),
                List.of(new Series.Point(10, 1))),
            Duration.ofSeconds(1));
    assertThat(down.sid()).contains(4L);
    assertThat(
            FiredAlert.of(
                    new Series(
                        Map.of("alertname", "SnapkeeperNoScheduler", "job", "x"),
                        List.of(new Series.Point(10, 1))),
                    Duration.ofSeconds(1))
                .subject())
        .isEqualTo("NoScheduler");
  }

  private static FiredAlert fired(Alert alert, long sid) {
    return fired(alert, sid, 10);
  }

  private static FiredAlert fired(Alert alert, long sid, int seconds) {
    return new FiredAlert(alert, Optional.of(sid), Instant.EPOCH, Duration.ofSeconds(seconds));
  }
}
