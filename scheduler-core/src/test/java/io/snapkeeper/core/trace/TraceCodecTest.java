package io.snapkeeper.core.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.snapkeeper.core.RandomSource;
import io.snapkeeper.core.member.MemberAction;
import io.snapkeeper.core.member.MemberEvent;
import io.snapkeeper.core.member.Trigger;
import io.snapkeeper.core.quorum.HierarchicalQuorum;
import io.snapkeeper.core.quorum.MajorityQuorum;
import io.snapkeeper.core.quorum.QuorumRule;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.schedule.SchedulerAction;
import io.snapkeeper.core.schedule.SchedulerEvent;
import io.snapkeeper.core.wire.SampleReports;
import io.snapkeeper.testset.TestSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lines as text: what stands in them, that they come back as they were, and nothing else does. */
class TraceCodecTest {

  @Test
  void linesReadAsWords() {
    assertText(new TraceLine.Header(3), "snapkeeper-trace version=3 sid=3");
    assertText(new TraceLine.Lost(17), "lost lines=17");
    assertText(
        new TraceLine.SchedulerTold(new SchedulerEvent.Reported(1_234, SampleReports.EXAMPLE, 56)),
        "leader reported at=1234 age=56 sid=3 seq=7 txns=51234 logBytes=77000000 snapCount=100000"
            + " snapSizeBytes=4294967296 commits=9876543 commitMicros=12345678901 p99Micros=340000"
            + " queue=17 phase=scheduled permille=421 elapsedMillis=12345 slot=0x500000003"
            + " state=running decline=none lastMillis=61000 lastBytes=1234567890"
            + " treeBytes=987654321 scheduled=12 unscheduled=3 orderVersion=4 order=paused"
            + " orderMillis=600000 stamp=11259375 usesIdle=true idleMillis=1700");
    assertText(
        new TraceLine.SchedulerAnswered(
            new SchedulerAction.Grant(2, 0x5_0000_0004L, 10_000, false, "a \"reason\"")),
        "leader grant sid=2 slot=0x500000004 ttlMillis=10000 degraded=false"
            + " reason=\"a \\\"reason\\\"\"");
    assertText(
        new TraceLine.GateAnswered(new MemberAction.Arm(Trigger.NEVER, Trigger.NEVER)),
        "member arms aboveTxns=max aboveLogBytes=max cause=none slot=0x0 until=max elseTxns=max"
            + " elseLogBytes=max elseCause=none elseSlot=0x0 elseUntil=max");
  }

  @Test
  void whatIsToldOfIdleTimeReadsAsWords() {
    assertText(
        new TraceLine.GateTold(
            new MemberEvent.Tick(5, new Report.Backlog(60, 7), new Report.Idle(true, 1_200))),
        "member tick at=5 txns=60 logBytes=7 usesIdle=true idleMillis=1200");
    assertText(
        new TraceLine.GateAnswered(
            new MemberAction.SnapshotNow(
                new Trigger(-1, Long.MAX_VALUE, Trigger.Cause.SLOT, 0x5_0000_0004L, 9))),
        "member snapshots aboveTxns=-1 aboveLogBytes=max cause=slot slot=0x500000004 until=9");
  }

  private static void assertText(TraceLine line, String text) {
    assertThat(TraceCodec.encode(line)).isEqualTo(text);
    assertThat(TraceCodec.decode(1, text)).isEqualTo(line);
  }

  @Test
  void rulesAreDescribedByTheirServersGroupsAndWeights() {
    QuorumRule majority = new MajorityQuorum(Set.of(3L, 1L, 2L));
    QuorumRule groups = new HierarchicalQuorum(Map.of(3L, 2L, 2L, 1L, 1L, 1L), Map.of(3L, 3L));
    assertText(
        new TraceLine.SchedulerTold(
            new SchedulerEvent.MembershipChanged(9, List.of(majority, groups), Set.of(11L, 9L))),
        "leader membership at=9 rules=majority(1,2,3)+groups(1:1*1,2:1*1,3:2*3) observers=9,11");
  }

  @Test
  void everyLineComesBackAsItWas() {
    RandomSource random = RandomSource.announced("trace lines");
    RandomLines lines = new RandomLines(random);
    int runs = TestSet.times(500, 3_000, "random lines of a trace, of each kind");
    for (int run = 0; run < runs; run++) {
      for (TraceLine line : lines.oneOfEach()) {
        String text = TraceCodec.encode(line);
        assertThat(text).as("seed %d", random.seed()).matches("[ -~]+");
        assertThat(TraceCodec.decode(1, text)).as("seed %d", random.seed()).isEqualTo(line);
      }
    }
  }

  /** A changed line is refused, or it is another line that is written exactly so. */
  @Test
  void noTextIsReadThatIsNotWrittenSo() {
    RandomSource random = RandomSource.announced("damaged trace lines");
    RandomLines lines = new RandomLines(random);
    int refused = 0;
    int runs = TestSet.times(300, 1_000, "damaged lines of a trace, of each kind");
    for (int run = 0; run < runs; run++) {
      for (TraceLine line : lines.oneOfEach()) {
        String text = damaged(TraceCodec.encode(line), random);
        try {
          TraceLine read = TraceCodec.decode(42, text);
          assertThat(TraceCodec.encode(read)).as("seed %d", random.seed()).isEqualTo(text);
        } catch (TraceSyntaxException e) {
          assertThat(e.lineNumber()).isEqualTo(42);
          assertThat(e).hasMessageStartingWith("line 42: ").hasMessageEndingWith("record it anew");
          refused++;
        }
      }
    }
    assertThat(refused).isGreaterThan(10 * runs);
  }

  private static String damaged(String text, RandomSource random) {
    StringBuilder damaged = new StringBuilder(text);
    for (int i = 1 + random.below(2); i > 0 && damaged.length() > 1; i--) {
      int at = random.below(damaged.length());
      char c = random.oneOf('0', '1', '9', '-', '+', ' ', '"', '\\', '=', ',', 'x', 'A', '\u00e9');
      switch (random.below(4)) {
        case 0 -> damaged.deleteCharAt(at);
        case 1 -> damaged.insert(at, c);
        case 2 -> damaged.setCharAt(at, c);
        default -> damaged.setLength(at);
      }
    }
    return damaged.toString();
  }

  @Test
  void randomTextNeverThrowsAnythingElse() {
    RandomSource random = RandomSource.announced("random trace text");
    int runs = TestSet.times(20_000, 100_000, "random texts read as a trace");
    for (int run = 0; run < runs; run++) {
      StringBuilder text = new StringBuilder(random.oneOf("leader ", "member ", "lost", ""));
      for (int i = random.below(40); i > 0; i--) {
        text.append(random.oneOf(" at=", " sid=", "1", "=", "tick", "grant", " ", "\"", "0x1"));
      }
      try {
        TraceCodec.decode(run + 1, text.toString());
      } catch (TraceSyntaxException e) {
        assertThat(e.lineNumber()).isEqualTo(run + 1);
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "leader tick at=12x | at is \"12x\"; expected a whole number",
        "leader tick at=012 | at is \"012\"; expected a whole number without sign or zeros",
        "leader tick at=12 sid=3 | \" sid=3\" follows the last value",
        "leader tick | \"\" stands where at= is expected",
        "leader tock at=12 | \"leader tock\" is no kind of line",
        "leader connected sid=3 at=12 | \" sid=3 at=12\" stands where at= is expected",
        "leader ends failed=perhaps | failed is \"perhaps\"; expected true or false",
        "leader ordered at=1 mode=stop millis=3 | expected one of normal, paused, off",
        "leader ordered at=1 mode=off millis=0 | an order lasts from 1 to",
        "leader held sid=2 reason=\"x | the text of reason has no closing quote",
        "leader held sid=2 reason=x | reason has no text in quotes",
        "leader membership at=1 rules=majority() observers=none | rules is \"majority()\"",
        "leader membership at=1 rules=majority(2,1) observers=none | rules is \"majority(2,1)\"",
        "member hears at=1 epoch=1 leaseMillis=1 hardTxns=0 | stands where hardLogBytes=",
        "member begins sid=1 snapCount=1 snapSizeBytes=0 hardLimitLogBytes=1 graceMillis=1"
            + " startTimeoutMillis=1 seed=1 | limits.snapCount is 1; it must be at least 2",
        "snapkeeper-trace version=1 sid=1 | version is 1; this build reads version 3",
        "lost lines=0 | lines is 0; at least one is lost",
      })
  void anErrorNamesLineValueAndRemedy(String text, String what) {
    assertThatExceptionOfType(TraceSyntaxException.class)
        .isThrownBy(() -> TraceCodec.decode(5, text))
        .withMessageStartingWith("line 5: ")
        .withMessageContaining(what)
        .withMessageContaining("record it anew");
  }

  @Test
  void aLineIsBounded() {
    TraceLine line =
        new TraceLine.GateAnswered(new MemberAction.Note("x".repeat(TraceCodec.LINE_CHARS_MAX)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TraceCodec.encode(line))
        .withMessageContaining("at most " + TraceCodec.LINE_CHARS_MAX);
    assertThatExceptionOfType(TraceSyntaxException.class)
        .isThrownBy(() -> TraceCodec.decode(1, "x".repeat(TraceCodec.LINE_CHARS_MAX + 1)))
        .withMessageContaining("32769 characters");
  }
}
