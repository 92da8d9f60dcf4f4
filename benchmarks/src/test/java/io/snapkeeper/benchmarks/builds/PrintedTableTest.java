package io.snapkeeper.benchmarks.builds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class PrintedTableTest {

  private static final List<String> PRINTED =
      List.of(
          "0 busy threads",
          "| bus | queue |",
          "|---|---|",
          "| a | 3 |",
          "",
          "| device | bytes | way | p50 us | p99 us | x bare |",
          "|---|---|---|---|---|---|",
          "| none | 512 | stock | 203 (200-207) | 310.5 | - |",
          "| none | 512 | process | 188 (182-195) | 290 | 1.05 |",
          "done");

  @Test
  void numbersOfTheColumnsAskedForByTheCellsBeforeThem() {
    PrintedTable table = PrintedTable.read(PRINTED, List.of("p99 us", "p50 us"));
    assertThat(table.rows()).containsOnlyKeys("none | 512 | stock", "none | 512 | process");
    assertThat(table.rows().get("none | 512 | stock")).containsExactly(310.5, 203);
    assertThat(table.rows().get("none | 512 | process")).containsExactly(290, 188);
  }

  @Test
  void aTableWithoutThoseColumnsIsNoResult() {
    assertThatThrownBy(() -> PrintedTable.read(PRINTED, List.of("p50 ms")))
        .hasMessageContaining("[p50 ms]")
        .hasMessageContaining("| device |");
  }

  @Test
  void whatIsNoNumberIsNotCompared() {
    assertThatThrownBy(() -> PrintedTable.read(PRINTED, List.of("x bare")))
        .hasMessageContaining("\"-\" does not begin with a number");
  }

  @Test
  void rowsOfOneNameCannotBeToldApart() {
    assertThatThrownBy(() -> PrintedTable.read(PRINTED, List.of("bytes", "p50 us")))
        .hasMessageContaining("two rows are called \"none\"");
  }
}
