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
}
