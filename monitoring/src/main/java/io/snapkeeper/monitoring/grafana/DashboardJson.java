package io.snapkeeper.monitoring.grafana;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snapkeeper.monitoring.dashboard.Dashboard;
import io.snapkeeper.monitoring.dashboard.Variable;

/** Grafana's JSON of a dashboard, in its schema of versions 10 and later. */
public final class DashboardJson {

  /** That of Grafana 10.4; later versions migrate it when they load it. */
  private static final int SCHEMA_VERSION = 39;

  /** The pointer on one panel shows on all of them. */
  private static final int SHARED_CROSSHAIR = 1;

  private static final int REFRESH_ON_TIME_RANGE = 2;
  private static final int SORT_ALPHABETICALLY = 1;

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private DashboardJson() {}

  /** The text of a file. The same dashboard always gives the same text. */
  public static String of(Dashboard dashboard) {
    DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
    DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
    printer.indentObjectsWith(indenter);
    printer.indentArraysWith(indenter);
    try {
      return MAPPER.writer(printer).writeValueAsString(tree(dashboard)) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("dashboard " + dashboard.uid() + ": " + e.getMessage(), e);
    }
  }

  private static ObjectNode tree(Dashboard dashboard) {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("uid", dashboard.uid());
    root.put("title", dashboard.title());
    root.put("description", dashboard.description());
    root.putArray("tags").add("snapkeeper").add("zookeeper");
    root.put("schemaVersion", SCHEMA_VERSION);
    root.put("version", 1);
    root.put("editable", true);
    root.put("graphTooltip", SHARED_CROSSHAIR);
    root.put("timezone", "browser");
    root.put("refresh", "30s");
    root.putObject("time").put("from", "now-" + dashboard.shown()).put("to", "now");
    root.putObject("annotations").putArray("list");
    root.putArray("links").add(linkToTheOthers());
    ArrayNode variables = root.putObject("templating").putArray("list");
    variables.add(datasource());
    dashboard.variables().forEach(variable -> variables.add(variable(variable)));
    root.set("panels", new Layout(MAPPER).panels(dashboard));
    return root;
  }

  private static ObjectNode linkToTheOthers() {
    ObjectNode link = MAPPER.createObjectNode();
    link.put("title", "Snapkeeper");
    link.put("type", "dashboards");
    link.put("asDropdown", true);
    link.put("includeVars", true);
    link.put("keepTime", true);
    link.putArray("tags").add("snapkeeper");
    return link;
  }

  private static ObjectNode datasource() {
    ObjectNode node = MAPPER.createObjectNode();
    node.put("name", "datasource");
    node.put("label", "Prometheus");
    node.put("type", "datasource");
    node.put("query", "prometheus");
    return node;
  }

  private static ObjectNode variable(Variable variable) {
    String query = "label_values(%s, %s)".formatted(variable.series(), variable.label());
    ObjectNode node = MAPPER.createObjectNode();
    node.put("name", variable.name());
    node.put("label", variable.title());
    node.put("type", "query");
    node.set("datasource", DatasourceJson.chosen(MAPPER));
    node.put("definition", query);
    node.putObject("query").put("query", query).put("refId", variable.name());
    node.put("refresh", REFRESH_ON_TIME_RANGE);
    node.put("sort", SORT_ALPHABETICALLY);
    return node;
  }
}
