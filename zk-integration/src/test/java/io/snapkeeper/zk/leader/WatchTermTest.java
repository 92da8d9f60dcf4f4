package io.snapkeeper.zk.leader;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.core.member.MemberConfig;
import io.snapkeeper.core.member.MemberMode;
import io.snapkeeper.core.report.PingStamp;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.wire.LeaderMessage;
import io.snapkeeper.core.wire.LeaderMessageCodec;
import io.snapkeeper.zk.config.ConfigReader;
import io.snapkeeper.zk.config.PluginConfig;
import io.snapkeeper.zk.member.Clock;
import io.snapkeeper.zk.member.Faults;
import io.snapkeeper.zk.member.Member;
import io.snapkeeper.zk.member.MemberSetup;
import io.snapkeeper.zk.trace.Trace;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A leader that only watches, with a clock that the test turns. */
class WatchTermTest {

  private static final long EPOCH = 3;
  private static final long PING_MILLIS = 50;

  private final AtomicLong now = new AtomicLong(1_000_000);
  private final Clock clock = now::get;
  private final Faults faults = new Faults();
  private final Member self =
      new Member(
          new MemberSetup(
              new MemberConfig(1, new Report.Limits(1_000, 0), 1L << 40, 10_000, 10_000),
              1,
              false,
              () -> 0,
              () -> 3),
          clock,
          faults,
          Trace.OFF);
  private final List<LeaderMessage> heard = new CopyOnWriteArrayList<>();
  private final LearnerLink link =
      new LearnerLink(2, data -> heard.add(LeaderMessageCodec.decode(data).orElseThrow()));
  private final ViewOfThree view = new ViewOfThree(EPOCH);
  private final WatchTerm term = new WatchTerm(EPOCH, config(), view, self, clock, faults);

  @AfterEach
  void end() {
    term.end();
  }

  @Test
  void itAsksForReportsAndGrantsNothing() {
    start();
    passUntilHeard(2);
    for (LeaderMessage message : heard) {
      assertThat(message.epoch()).isEqualTo(EPOCH);
      assertThat(message.schedulingTtlMillis()).as("it does not schedule").isZero();
      assertThat(message.grant()).isEmpty();
      assertThat(message.pingStamp()).isNotEqualTo(PingStamp.NONE);
    }
    assertThat(self.report()).as("the leader's own, which it heard of as well").isPresent();
    assertThat(self.mode()).isEqualTo(MemberMode.STOCK_RULE);
    assertThat(faults.count()).isZero();
  }

  @Test
  void timeIsWatchedFromTheBeginningOfTheTerm() {
    start();
    Awaitility.await()
        .until(
            () -> {
              pass();
              return term.overlap().watchedMillis() > 1_000;
            });
    assertThat(term.overlap().quorumMillis()).isZero();
  }

  @Test
  void nothingIsSentWhileTheLeaderIsLateWithItsOwnPings() {
    start();
    passUntilHeard(1);
    view.leads = false;
    Awaitility.await().pollDelay(Duration.ofMillis(2 * PING_MILLIS)).until(() -> true);
    int before = heard.size();
    now.addAndGet(10 * PING_MILLIS);
    term.wake();
    Awaitility.await().pollDelay(Duration.ofMillis(3 * PING_MILLIS)).until(() -> true);
    assertThat(heard).hasSize(before);
  }

  private void start() {
    view.listed.add(link);
    self.startServing(EPOCH, 0);
    term.start();
  }

  private void passUntilHeard(int messages) {
    Awaitility.await()
        .until(
            () -> {
              pass();
              return heard.size() >= messages;
            });
  }

  private void pass() {
    now.addAndGet(PING_MILLIS);
    term.wake();
  }

  private static PluginConfig config() {
    Properties properties = new Properties();
    properties.setProperty("snapkeeper.scheduler", "off");
    properties.setProperty("snapkeeper.scheduler.pingMillis", Long.toString(PING_MILLIS));
    return new ConfigReader(properties).read();
  }
}
