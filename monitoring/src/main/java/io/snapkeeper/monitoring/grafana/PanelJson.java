package io.snapkeeper.monitoring.grafana;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snapkeeper.monitoring.dashboard.Kind;
import io.snapkeeper.monitoring.dashboard.Panel;
import io.snapkeeper.monitoring.dashboard.Query;
import io.snapkeeper.monitoring.dashboard.Threshold;
import io.snapkeeper.monitoring.dashboard.Tone;
import io.snapkeeper.monitoring.dashboard.Unit;

/** Grafana's JSON of a panel, without id and place. */
final class PanelJson {

  private final ObjectMapper mapper;

  PanelJson(ObjectMapper mapper) {
    this.mapper = mapper;
  }

  ObjectNode of(Panel panel) {
    ObjectNode node = mapper.createObjectNode();
    node.put("type", type(panel.kind()));
    node.put("title", panel.title());
    node.put("description", panel.description());
    node.set("datasource", DatasourceJson.chosen(mapper));
    node.set("targets", targets(panel));
    ObjectNode fieldConfig = node.putObject("fieldConfig");
    fieldConfig.set("defaults", defaults(panel));
    fieldConfig.putArray("overrides");
    node.set("options", new PanelOptions(mapper).of(panel));
    if (panel.kind() == Kind.TABLE) {
      node.putArray("transformations").add(onlyLabels());
    }
    return node;
  }

  private ArrayNode targets(Panel panel) {
    ArrayNode targets = mapper.createArrayNode();
    char refId = 'A';
    for (Query query : panel.queries()) {
      ObjectNode target = targets.addObject();
      target.put("refId", String.valueOf(refId++));
      target.set("datasource", DatasourceJson.chosen(mapper));
      target.put("expr", query.expression());
      target.put("legendFormat", query.legend().isEmpty() ? "__auto" : query.legend());
      boolean instant = panel.kind() == Kind.TABLE || panel.kind() == Kind.STAT;
      target.put("instant", instant);
      target.put("range", !instant);
      target.put("format", format(panel.kind()));
    }
    return targets;
  }

  private ObjectNode defaults(Panel panel) {
    ObjectNode defaults = mapper.createObjectNode();
    defaults.put("unit", unit(panel.unit()));
    if (!panel.condition().otherwise().isEmpty()) {
      defaults.put("noValue", panel.condition().otherwise());
    }
    if (panel.kind() == Kind.TIME_SERIES && hasNoNegativeValues(panel)) {
      defaults.put("min", 0);
    }
    defaults
        .putObject("color")
        .put("mode", panel.kind() == Kind.TIME_SERIES ? "palette-classic" : "thresholds");
    ObjectNode thresholds = defaults.putObject("thresholds").put("mode", "absolute");
    thresholds.set("steps", steps(panel));
    if (panel.kind() == Kind.TIME_SERIES) {
      ObjectNode custom = defaults.putObject("custom");
      custom.put("drawStyle", "line").put("lineWidth", 1).put("fillOpacity", 0);
      custom.put("showPoints", "never").put("spanNulls", false);
      custom
          .putObject("thresholdsStyle")
          .put("mode", panel.thresholds().isEmpty() ? "off" : "dashed");
    }
    if (panel.kind() == Kind.STATE_TIMELINE) {
      defaults.putObject("custom").put("fillOpacity", 100).put("lineWidth", 0);
      defaults.putArray("mappings").add(marks());
    }
    return defaults;
  }

  /** Of all metrics only the margin can be negative. */
  private static boolean hasNoNegativeValues(Panel panel) {
    return panel.queries().stream().noneMatch(query -> query.expression().contains("_margin"));
  }

  private ObjectNode marks() {
    ObjectNode mapping = mapper.createObjectNode().put("type", "value");
    ObjectNode options = mapping.putObject("options");
    options.putObject("0").put("text", "no").put("color", "transparent").put("index", 0);
    options.putObject("1").put("text", "yes").put("color", Colours.MARK).put("index", 1);
    return mapping;
  }

  private ArrayNode steps(Panel panel) {
    ArrayNode steps = mapper.createArrayNode();
    Tone lowest = Tone.GOOD;
    for (Threshold threshold : panel.thresholds()) {
      if (threshold.from() == Double.NEGATIVE_INFINITY) {
        lowest = threshold.tone();
      }
    }
    steps.addObject().put("color", Colours.of(lowest)).putNull("value");
    for (Threshold threshold : panel.thresholds()) {
      if (threshold.from() != Double.NEGATIVE_INFINITY) {
        steps.addObject().put("color", Colours.of(threshold.tone())).put("value", threshold.from());
      }
    }
    return steps;
  }

  /** A table of labels: no column for the time, the value, and what is chosen above. */
  private ObjectNode onlyLabels() {
    ObjectNode transformation = mapper.createObjectNode().put("id", "organize");
    transformation
        .putObject("options")
        .putObject("excludeByName")
        .put("Time", true)
        .put("Value", true);
    return transformation;
  }

  private static String type(Kind kind) {
    return switch (kind) {
      case TIME_SERIES -> "timeseries";
      case STAT -> "stat";
      case STATE_TIMELINE -> "state-timeline";
      case HEATMAP -> "heatmap";
      case TABLE -> "table";
    };
  }

  private static String format(Kind kind) {
    return switch (kind) {
      case HEATMAP -> "heatmap";
      case TABLE -> "table";
      default -> "time_series";
    };
  }

  private static String unit(Unit unit) {
    return switch (unit) {
      case COUNT -> "short";
      case SECONDS -> "s";
      case BYTES -> "decbytes";
      case BYTES_PER_SECOND -> "Bps";
      case SHARE -> "percentunit";
    };
  }
}
