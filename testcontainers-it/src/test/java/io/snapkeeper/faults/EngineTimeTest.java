package io.snapkeeper.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class EngineTimeTest {

  @Test
  void isCutDownToMilliseconds() {
    assertThat(
            EngineTime.inMillis(
                """
                2026-11-25T19:18:45.123456789Z 2026-11-25T19:18:44.100Z [main] INFO a - started
                2026-11-25T19:18:45.5Z  at a stack trace
                2026-11-25T19:18:46Z 2026-11-25 19:18:46,001 [myid:1] - INFO - said 2026-11-25T19:00:00.123456Z x
                """))
        .isEqualTo(
            """
            2026-11-25T19:18:45.123Z 2026-11-25T19:18:44.100Z [main] INFO a - started
            2026-11-25T19:18:45.500Z  at a stack trace
            2026-11-25T19:18:46.000Z 2026-11-25 19:18:46,001 [myid:1] - INFO - said 2026-11-25T19:00:00.123456Z x
            """);
  }

  @Test
  void ofAnInstantSortsAsTheLines() {
    assertThat(EngineTime.of(Instant.parse("2026-11-25T19:18:45.120Z")))
        .isEqualTo("2026-11-25T19:18:45.120Z");
  }

  /** The engine has read the third line 19 ms after it was written, together with the next one. */
  @Test
  void aLineIsWhereItsServerWroteIt() {
    assertThat(
            EngineTime.whenWritten(
                """
                2026-11-26T04:08:51.645Z 2026-11-26T03:19:51.644Z [main] INFO a - one
                2026-11-26T04:08:51.714Z 2026-11-26T03:19:51.688Z [main] INFO a - two
                2026-11-26T04:08:51.861Z 2026-11-26T03:19:51.842Z [main] INFO a - three
                2026-11-26T04:08:51.861Z  at a stack trace
                """))
        .isEqualTo(
            """
            2026-11-26T04:08:51.645Z 2026-11-26T03:19:51.644Z [main] INFO a - one
            2026-11-26T04:08:51.689Z 2026-11-26T03:19:51.688Z [main] INFO a - two
            2026-11-26T04:08:51.843Z 2026-11-26T03:19:51.842Z [main] INFO a - three
            2026-11-26T04:08:51.861Z  at a stack trace
            """);
  }

  /** A follower of a busy machine: nothing that it wrote in this second was read before 60 ms. */
  @Test
  void aLineOfASecondInWhichAllAreLateIsWhereItsServerWroteIt() {
    assertThat(
            EngineTime.whenWritten(
                """
                2026-11-27T18:41:16.021Z 2026-11-27T18:41:16.020Z [main] INFO a - in time
                2026-11-27T18:41:20.973Z 2026-11-27T18:41:20.910Z [main] INFO a - running
                2026-11-27T18:41:21.505Z 2026-11-27T18:41:21.283Z [main] INFO a - ended
                """))
        .contains("2026-11-27T18:41:20.911Z ", "2026-11-27T18:41:21.284Z ");
  }

  @Test
  void aClockThatStepsTellsNothingOfTheTimeBefore() {
    assertThat(
            EngineTime.whenWritten(
                """
                2026-11-26T04:08:51.500Z 2026-11-26T04:08:51.480Z [main] INFO a - before
                2026-11-26T04:08:51.700Z 2026-11-26T05:08:51.690Z [main] INFO a - after
                2026-11-26T04:08:51.900Z 2026-11-26T05:08:51.899Z [main] INFO a - after
                """))
        .isEqualTo(
            """
            2026-11-26T04:08:51.500Z 2026-11-26T04:08:51.480Z [main] INFO a - before
            2026-11-26T04:08:51.691Z 2026-11-26T05:08:51.690Z [main] INFO a - after
            2026-11-26T04:08:51.900Z 2026-11-26T05:08:51.899Z [main] INFO a - after
            """);
  }

  /** It stood still for five seconds between the call that logs and the write. */
  @Test
  void aLineThatAFrozenServerWroteIsWhereItWasLogged() {
    assertThat(
            EngineTime.whenWritten(
                """
                2026-11-26T04:08:56.500Z 2026-11-26T04:08:51.480Z [main] INFO a - before
                2026-11-26T04:08:56.502Z 2026-11-26T04:08:56.500Z [main] INFO a - after
                """))
        .startsWith("2026-11-26T04:08:51.482Z 2026-11-26T04:08:51.480Z [main] INFO a - before\n");
  }
}
