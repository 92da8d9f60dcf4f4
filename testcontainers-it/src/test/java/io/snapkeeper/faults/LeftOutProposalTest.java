package io.snapkeeper.faults;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LeftOutProposalTest {

  private static final String WARNED =
      "[QuorumPeer[myid=1]] WARN  o.a.zookeeper.server.quorum.Learner"
          + " - Got zxid 0x1000018be expected 0x1000018bd\n";

  private static String ended(String zxid) {
    return "[QuorumPeer[myid=1]] ERROR o.apache.zookeeper.server.ZKDatabase - Committed proposal"
        + " cached out of order: "
        + zxid
        + " is not the next proposal of 0x1000018bc\n";
  }

  @Test
  void aServerThatEndedAtTheProposalThatCameWithoutTheOneBefore() {
    assertThat(LeftOutProposal.in("other\n" + WARNED + "other\n" + ended("0x1000018be")))
        .contains("0x1000018bd");
  }

  /** The gap would be the server's own. */
  @Test
  void withoutTheWarningItIsNoneOfTheLeader() {
    assertThat(LeftOutProposal.in(ended("0x1000018be"))).isEmpty();
    assertThat(LeftOutProposal.in(WARNED + ended("0x1000018c0"))).isEmpty();
    assertThat(LeftOutProposal.in(ended("0x1000018be") + WARNED)).isEmpty();
  }

  /** Every follower warns so of the first proposal after it has joined. */
  @Test
  void theFirstProposalOfAConnectionIsNotLeftOut() {
    String first = "Learner - Got zxid 0x1000018be expected 0x1\n";
    assertThat(LeftOutProposal.in(first + ended("0x1000018be"))).isEmpty();
  }

  @Test
  void aWarningAloneEndsNoServer() {
    assertThat(LeftOutProposal.in(WARNED)).isEmpty();
  }
}
