package io.snapkeeper.wal.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * When the writer has which I/O priority: its rules with times by hand, and the kernel's answer.
 */
@Timeout(60)
class PriorityTest {

  private static final int OF_THE_SERVER = 0;
  private static final int REAL_TIME = 1;
  private static final int BEST_EFFORT = 2;

  private CompiledDriver driver;
  private final List<String> steps = new ArrayList<>();

  @BeforeEach
  void compile() throws Exception {
    driver = CompiledDriver.of("priority_driver.c", "priority.c");
    steps.add("may " + REAL_TIME);
  }

  private List<String> answers() throws Exception {
    return driver.run(String.join("\n", steps).getBytes(StandardCharsets.US_ASCII));
  }

  /** Commits one after the other from then on. */
  private double commits(double fromMillis, int count, double tookMillis) {
    double now = fromMillis;
    for (int i = 0; i < count; i++) {
      now += tookMillis;
      steps.add("told " + now + " " + tookMillis);
    }
    return now;
  }

  private void next(double... millis) {
    for (double each : millis) {
      steps.add("next " + each);
    }
  }

  private void assertAnswers(Integer... classes) throws Exception {
    assertThat(answers().stream().map(Integer::valueOf)).containsExactly(classes);
  }

  /** Commits that suffer until it is raised; the last one ends at the returned time. */
  private double suffer(double fromMillis) {
    return commits(fromMillis, 10, 20);
  }

  @Test
  void quickCommitsNeedNone() throws Exception {
    double now = commits(0, 5_000, 0.2);
    next(now);
    assertAnswers(OF_THE_SERVER);
  }

  @Test
  void aFifthOfASecondOfSlowCommitsRaisesIt() throws Exception {
    double now = commits(0, 9, 20);
    next(now);
    now = commits(now, 1, 20);
    next(now);
    assertAnswers(OF_THE_SERVER, REAL_TIME);
  }

  @Test
  void spreadOverMoreThanASecondTheyAreHiccups() throws Exception {
    steps.add("told 0.1 0.1");
    for (int i = 1; i <= 40; i++) {
      steps.add("told " + i * 600.0 + " 99");
    }
    next(24_001);
    assertAnswers(OF_THE_SERVER);
  }

  @Test
  void slowIsFourTimesTheQuickest() throws Exception {
    steps.add("told 1 0.5");
    double now = commits(1, 600, 1.99);
    next(now);
    now = commits(now, 600, 2);
    next(now);
    assertAnswers(OF_THE_SERVER, REAL_TIME);
  }

  @Test
  void belowAMillisecondNothingIsSlow() throws Exception {
    steps.add("told 1 0.05");
    double now = commits(1, 3_000, 0.99);
    next(now);
    now = commits(now, 1_500, 1);
    next(now);
    assertAnswers(OF_THE_SERVER, REAL_TIME);
  }

  @Test
  void withoutAQuickCommitBeforeFiveMillisecondsAreSlow() throws Exception {
    double now = commits(0, 400, 4.99);
    next(now);
    now = commits(now, 250, 5);
    next(now);
    assertAnswers(OF_THE_SERVER, REAL_TIME);
  }

  /**
   * Raised for ten seconds, of which the last half second of each two and a half is the others'.
   */
  @Test
  void othersHaveAFifthOfTheRaisedTime() throws Exception {
    double raised = suffer(0);
    next(raised, raised + 1_999, raised + 2_001, raised + 2_499, raised + 2_501, raised + 4_501);
    next(raised + 9_499, raised + 10_001);
    assertAnswers(
        REAL_TIME,
        REAL_TIME,
        OF_THE_SERVER,
        OF_THE_SERVER,
        REAL_TIME,
        OF_THE_SERVER,
        REAL_TIME,
        OF_THE_SERVER);
  }

  @Test
  void whatItSuffersWhileItIsRaisedDoesNotRaiseItAgain() throws Exception {
    double raised = suffer(0);
    double end = commits(raised, 480, 20);
    assertThat(end).isLessThan(raised + 10_000);
    next(raised + 10_001);
    assertAnswers(OF_THE_SERVER);
  }

  @Test
  void eachTimeThatItWasTooShortItLastsTwiceAsLongUpToEightySeconds() throws Exception {
    double raised = suffer(0);
    List<Integer> expected = new ArrayList<>();
    for (int seconds : List.of(10, 20, 40, 80, 80)) {
      double end = raised + seconds * 1_000.0;
      // Within the raised part of a cycle's last second but one, and after the end.
      next(end - 1_000, end + 1);
      expected.addAll(List.of(REAL_TIME, OF_THE_SERVER));
      raised = suffer(end + 1_000);
    }
    assertAnswers(expected.toArray(Integer[]::new));
  }

  @Test
  void afterALongQuietItLastsTenSecondsAgain() throws Exception {
    double raised = suffer(0);
    raised = suffer(raised + 11_000); // twenty seconds
    raised = suffer(raised + 41_000);
    next(raised + 9_000, raised + 10_001);
    assertAnswers(REAL_TIME, OF_THE_SERVER);
  }

  @Test
  void itIsNeverMoreThanItMayHave() throws Exception {
    steps.add("may " + BEST_EFFORT);
    double raised = suffer(0);
    next(raised);
    steps.add("may " + OF_THE_SERVER);
    next(raised);
    assertAnswers(BEST_EFFORT, OF_THE_SERVER);
  }

  /** Any user may have the best-effort class; root, in most containers too, the real-time one. */
  @Test
  void theKernelHasWhatWasTakenAndGetsTheServersBack() throws Exception {
    steps.set(0, "open");
    steps.addAll(List.of("take 2", "zeros", "take 0", "zeros"));
    List<String> answers = answers();
    assertThat(answers).hasSize(6);
    assertThat(answers.get(0)).isIn("" + REAL_TIME, "" + BEST_EFFORT);
    String server = answers.get(1);
    assertThat(answers.subList(2, 6)).containsExactly("class 2 level 0", server, server, server);
  }

  /** A priority that somebody has chosen for the server is the server's. */
  @Test
  void aChosenPriorityComesBack() throws Exception {
    steps.addAll(List.of("chosen 2 3", "open", "take 2", "take 0"));
    assertThat(answers().subList(1, 4))
        .containsExactly("class 2 level 3", "class 2 level 0", "class 2 level 3");
  }
}
