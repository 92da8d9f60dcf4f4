package io.snapkeeper.metrics.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The page in the repository is the catalogue's. */
class ReferencePageTest {

  @Test
  void thePageIsTheCatalogues() throws IOException {
    Path page = Path.of(System.getProperty("snapkeeper.repo"), "docs", "metrics.md");
    String text = Files.readString(page);
    if (Boolean.getBoolean("metrics.rewrite")) {
      Files.writeString(page, ReferencePage.update(text));
    }
    assertThat(Files.readString(page))
        .as("docs/metrics.md; mvn -pl metrics -am test -Dmetrics.rewrite=true rewrites it")
        .isEqualTo(ReferencePage.update(text));
  }

  @Test
  void whatIsAroundTheTablesStays() {
    String updated =
        ReferencePage.update(
            "before\n<!-- begin of the catalogue -->\nold\n<!-- end of the catalogue -->\nafter\n");
    assertThat(updated)
        .startsWith("before\n<!-- begin of the catalogue -->\n")
        .endsWith("<!-- end of the catalogue -->\nafter\n")
        .doesNotContain("old\n");
    assertThat(ReferencePage.update(updated)).isEqualTo(updated);
  }

  @Test
  void aPageWithoutMarkersIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> ReferencePage.update("# Metrics\n"));
  }
}
