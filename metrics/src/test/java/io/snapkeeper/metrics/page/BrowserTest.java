package io.snapkeeper.metrics.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.logging.LogEntry;

class BrowserTest {

  @Test
  void leavesOutWhatAChangeOfTheMachinesNetworkBreaksOff() {
    assertThat(
            Browser.complaints(
                List.of(
                    said(Level.SEVERE, "a.js - Failed to load resource: net::ERR_NETWORK_CHANGED"),
                    said(Level.SEVERE, "b.js - Failed to load resource: net::ERR_ABORTED"),
                    said(Level.WARNING, "c.js 3:4 \"net::ERR_NETWORK_CHANGED, says the page\""),
                    said(Level.INFO, "d.js 1:1 loaded"))))
        .containsExactly(
            "b.js - Failed to load resource: net::ERR_ABORTED",
            "c.js 3:4 \"net::ERR_NETWORK_CHANGED, says the page\"");
  }

  private static LogEntry said(Level level, String message) {
    return new LogEntry(level, 0, message);
  }
}
