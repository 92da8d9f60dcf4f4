package io.snapkeeper.monitoring.grafana;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The Prometheus that the reader chooses above the panels. */
final class DatasourceJson {

  private DatasourceJson() {}

  static ObjectNode chosen(ObjectMapper mapper) {
    return mapper.createObjectNode().put("type", "prometheus").put("uid", "${datasource}");
  }
}
