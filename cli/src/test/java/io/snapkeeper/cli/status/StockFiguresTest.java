package io.snapkeeper.cli.status;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class StockFiguresTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static StockFigures of(String zxid, String lastSnapshot, String monitor)
      throws Exception {
    JsonNode snapshot = JSON.readTree(lastSnapshot);
    return StockFigures.of(zxid, snapshot, JSON.readTree(monitor));
  }

  @Test
  void theBacklogIsCountedWithinAnEpoch() throws Exception {
    assertThat(of("0x500000123", "{\"zxid\": \"500000100\"}", "{}").backlogTxns()).hasValue(0x23);
    assertThat(of("0x500000123", "{\"zxid\": \"4000ffff0\"}", "{}").backlogTxns()).hasValue(0x123);
    assertThat(of("0x500000123", "{\"zxid\": \"0\"}", "{}").backlogTxns()).hasValue(0x123);
  }

  @Test
  void withoutASnapshotOrAZxidItIsUnknown() throws Exception {
    assertThat(of("0x500000123", "{\"zxid\": \"ffffffffffffffff\"}", "{}").backlogTxns()).isEmpty();
    assertThat(of("0x500000123", "{\"error\": \"not serving\"}", "{}").backlogTxns()).isEmpty();
    assertThat(of(null, "{\"zxid\": \"500000100\"}", "{}").backlogTxns()).isEmpty();
  }

  @Test
  void theMeanOfTheLogsCommitsIsTheServersOwn() throws Exception {
    assertThat(of(null, "{}", "{\"avg_fsynctime\": 3.25}").fsyncMeanMillis()).hasValue(3.25);
    assertThat(of(null, "{}", "{\"avg_fsynctime\": null}").fsyncMeanMillis()).isEmpty();
  }
}
