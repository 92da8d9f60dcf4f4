package io.snapkeeper.monitoring.grafana;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snapkeeper.monitoring.dashboard.Panel;

/** What Grafana's panels are told besides their data. */
final class PanelOptions {

  private static final int HEATMAP_STEPS = 64;

  private final ObjectMapper mapper;

  PanelOptions(ObjectMapper mapper) {
    this.mapper = mapper;
  }

  ObjectNode of(Panel panel) {
    ObjectNode options = mapper.createObjectNode();
    switch (panel.kind()) {
      case TIME_SERIES -> timeSeries(options);
      case STAT -> stat(options);
      case STATE_TIMELINE -> stateTimeline(options);
      case HEATMAP -> heatmap(options);
      case TABLE -> options.put("showHeader", true);
    }
    return options;
  }

  private static void timeSeries(ObjectNode options) {
    options
        .putObject("legend")
        .put("displayMode", "list")
        .put("placement", "bottom")
        .put("showLegend", true);
    options.putObject("tooltip").put("mode", "multi").put("sort", "desc");
  }

  private static void stat(ObjectNode options) {
    options.put("colorMode", "value").put("graphMode", "none").put("textMode", "value");
    ObjectNode reduce = options.putObject("reduceOptions").put("values", false).put("fields", "");
    reduce.putArray("calcs").add("lastNotNull");
  }

  private static void stateTimeline(ObjectNode options) {
    options.put("mergeValues", true).put("showValue", "never").put("rowHeight", 0.8);
    options.putObject("legend").put("showLegend", false);
  }

  private static void heatmap(ObjectNode options) {
    options.put("calculate", false).put("cellGap", 1);
    options
        .putObject("color")
        .put("mode", "scheme")
        .put("scheme", "Blues")
        .put("scale", "exponential")
        .put("exponent", 0.5)
        .put("steps", HEATMAP_STEPS);
    options.putObject("yAxis").put("unit", "s").put("axisPlacement", "left");
    options.putObject("legend").put("show", true);
  }
}
