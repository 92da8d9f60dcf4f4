package io.snapkeeper.monitoring.dashboards;

import io.snapkeeper.monitoring.dashboard.Dashboard;
import io.snapkeeper.monitoring.grafana.DashboardJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;

/** The dashboards as files that Grafana reads. */
public final class DashboardFiles {

  private DashboardFiles() {}

  /** The text of each file by its name. */
  public static SortedMap<String, String> texts() {
    SortedMap<String, String> texts = new TreeMap<>();
    for (Dashboard dashboard : Dashboards.all()) {
      texts.put(dashboard.uid() + ".json", DashboardJson.of(dashboard));
    }
    return texts;
  }

  /** Writes all of them into an existing directory. */
  public static void write(Path directory) throws IOException {
    for (var text : texts().entrySet()) {
      Files.writeString(directory.resolve(text.getKey()), text.getValue());
    }
  }
}
