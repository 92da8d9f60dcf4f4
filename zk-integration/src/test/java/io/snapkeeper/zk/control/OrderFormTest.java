package io.snapkeeper.zk.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.snapkeeper.core.member.MemberConfig;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.wal.filesystem.LogFileSystem;
import io.snapkeeper.zk.PeerView;
import io.snapkeeper.zk.Plugin;
import io.snapkeeper.zk.config.ConfigReader;
import io.snapkeeper.zk.log.LogWriting;
import io.snapkeeper.zk.member.Clock;
import io.snapkeeper.zk.member.Faults;
import io.snapkeeper.zk.member.Member;
import io.snapkeeper.zk.member.MemberSetup;
import io.snapkeeper.zk.purge.DeferredPurges;
import io.snapkeeper.zk.trace.Trace;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Orders as forms, on a server that does not lead; the ITs give them to one that does. */
class OrderFormTest {

  private String role = "follower";
  private long leader = 3;

  private final PeerView peer =
      new PeerView() {
        @Override
        public String role() {
          return role;
        }

        @Override
        public long leaderSid() {
          return leader;
        }

        @Override
        public long lastProcessedZxid() {
          return 0;
        }

        @Override
        public long epoch() {
          return 1;
        }
      };

  private final Orders orders = new Orders(plugin("on"));

  @ParameterizedTest
  @CsvSource({
    "seconds=5, the order lacks \"action\"",
    "action=stop, 'action is \"stop\"; allowed: pause, off, resume, snapshot, limit'",
    "action=pause, the order lacks \"seconds\"",
    "action=pause&seconds=soon, seconds is \"soon\"; allowed: a whole number",
    "action=pause&seconds=0, seconds is 0; allowed: 1 to 86400",
    "action=off&seconds=86401, seconds is 86401; allowed: 1 to 86400",
    "action=limit&name=drainFsyncMillis, the order lacks \"value\"",
    "nonsense, '\"nonsense\" is no name=value; send action=... as a form'",
  })
  void aWrongOrderSaysWhatIsAllowed(String body, String message) {
    assertThatIllegalArgumentException().isThrownBy(() -> carryOut(body)).withMessage(message);
  }

  @ParameterizedTest
  @CsvSource({
    "action=pause&seconds=60",
    "action=off&seconds=60",
    "action=resume",
    "action=snapshot&sid=2",
    "action=limit&name=drainFsyncMillis&value=300",
    "action%3Dresume=&action=resume",
  })
  void aServerThatDoesNotLeadNamesTheLeader(String body) {
    assertThatIllegalStateException()
        .isThrownBy(() -> carryOut(body))
        .withMessage("this server does not lead; give the order to the leader, server 3");
  }

  @Test
  void withoutALeaderItSaysSo() {
    leader = -1;
    role = "looking";
    assertThatIllegalStateException()
        .isThrownBy(() -> carryOut("action=resume"))
        .withMessageContaining("knows no leader");
  }

  @Test
  void aLeaderThatDoesNotScheduleSaysSo() {
    role = "leader";
    Orders off = new Orders(plugin("off"));
    assertThatIllegalStateException()
        .isThrownBy(off::resume)
        .withMessage("this leader does not schedule: snapkeeper.scheduler=off");
  }

  @Test
  void anEndlessBodyIsCutOff() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> carryOut("a=" + "x".repeat(5_000)))
        .withMessageContaining("longer than 4096 bytes");
  }

  @Test
  void noBodyIsNoOrder() {
    assertThatIllegalArgumentException().isThrownBy(() -> OrderForm.read(null));
    assertThat(orders).isNotNull();
  }

  private String carryOut(String body) throws IOException {
    return OrderForm.read(new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)))
        .carryOut(orders);
  }

  private Plugin plugin(String scheduler) {
    Properties properties = new Properties();
    properties.setProperty("snapkeeper.scheduler", scheduler);
    Faults faults = new Faults();
    MemberConfig config = new MemberConfig(1, new Report.Limits(1_000, 0), 1, 1, 1);
    MemberSetup setup = new MemberSetup(config, 1, true, () -> 0, () -> 1);
    Member member = new Member(setup, Clock.MONOTONIC, faults, Trace.OFF);
    return new Plugin(
        new ConfigReader(properties).read(),
        peer,
        member,
        LogWriting.stock("not tested here"),
        LogFileSystem.UNKNOWN,
        Optional.empty(),
        new DeferredPurges(1, member::mode, () -> false, List.of(), faults),
        faults,
        Trace.OFF);
  }
}
