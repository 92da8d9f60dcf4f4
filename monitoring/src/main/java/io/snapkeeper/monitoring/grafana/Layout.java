package io.snapkeeper.monitoring.grafana;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snapkeeper.monitoring.dashboard.Dashboard;
import io.snapkeeper.monitoring.dashboard.Place;
import io.snapkeeper.monitoring.dashboard.Placement;

/** The panels of a dashboard with their places. Used once, by one thread. */
final class Layout {

  private final ObjectMapper mapper;
  private final PanelJson panelJson;
  private int id;

  Layout(ObjectMapper mapper) {
    this.mapper = mapper;
    this.panelJson = new PanelJson(mapper);
  }

  ArrayNode panels(Dashboard dashboard) {
    ArrayNode panels = mapper.createArrayNode();
    for (Placement.Part part : Placement.of(dashboard)) {
      ObjectNode node =
          part.panel().map(panelJson::of).orElseGet(() -> rowTitle(part.row().title()));
      node.put("id", ++id);
      node.set("gridPos", place(part.place()));
      panels.add(node);
    }
    return panels;
  }

  private ObjectNode rowTitle(String title) {
    ObjectNode node = mapper.createObjectNode();
    node.put("type", "row");
    node.put("title", title);
    node.put("collapsed", false);
    node.putArray("panels");
    return node;
  }

  private ObjectNode place(Place place) {
    return mapper
        .createObjectNode()
        .put("x", place.x())
        .put("y", place.y())
        .put("w", place.width())
        .put("h", place.height());
  }
}
