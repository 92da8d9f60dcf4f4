package io.snapkeeper.zk.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.ensemble.Ensemble;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** Looks at every server's own directory after all of them have died. Not thread-safe. */
final class OwnDirectories {

  private final Ensemble ensemble;
  private final SentAcks acks;
  private long restored;
  private long repaired;
  private long acknowledged;

  OwnDirectories(Ensemble ensemble, SentAcks acks) {
    this.ensemble = ensemble;
    this.acks = acks;
  }

  /**
   * Asserts that each server has what it has acknowledged to its leader since the last time, and a
   * quorum of them what clients were told; no server runs.
   *
   * @param told of {@link AckedWrites#acknowledgedNow}
   */
  void assertWhole(Map<String, Long> told) throws Exception {
    List<OwnDirectory> directories = new ArrayList<>();
    for (long sid : ensemble.sids()) {
      SortedMap<Long, Long> ofServer = acks.of(sid);
      assertThat(ofServer).as("acknowledged by server %d", sid).isNotEmpty();
      OwnDirectory directory = OwnDirectory.restore(ensemble.dataDirectory(sid));
      directory.assertHolds(ofServer);
      directories.add(directory);
      restored++;
      repaired += directory.repaired() ? 1 : 0;
      acknowledged += ofServer.size();
    }
    int quorum = directories.size() / 2 + 1;
    List<String> lost = new ArrayList<>();
    told.forEach(
        (path, number) -> {
          long holders = directories.stream().filter(each -> each.holds(path, number)).count();
          if (holders < quorum) {
            lost.add("%s=%d is on %d servers".formatted(path, number, holders));
          }
        });
    assertThat(lost).as("acknowledged to clients, but not on %d servers", quorum).isEmpty();
    acks.forget(ensemble);
  }

  /** What was looked at, for people. */
  String figures() {
    return "%,d servers' own directories restored, %d of them repaired, %,d acknowledgements found"
        .formatted(restored, repaired, acknowledged);
  }
}
