package io.snapkeeper.wal.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Commits of the writer and the zeros that they wait for; {@code FrontierTest} has the Java ones.
 */
@Timeout(60)
class WriterFrontierTest {

  private static final int ROUNDS = 200;

  /** By frontier_driver.c. */
  private static final String COMMITS_END = "10000";

  @Test
  void aCommitWaitsForOneClaimOnly() throws Exception {
    CompiledDriver driver = CompiledDriver.of("frontier_driver.c", "frontier.c");
    byte[] rounds = Integer.toString(ROUNDS).getBytes(StandardCharsets.US_ASCII);
    assertThat(driver.run(rounds)).isEqualTo(Collections.nCopies(ROUNDS, COMMITS_END));
  }
}
