package io.snapkeeper.monitoring.dashboards;

import io.snapkeeper.monitoring.dashboard.Dashboard;
import java.util.List;

/** All dashboards. */
public final class Dashboards {

  private static final List<Dashboard> ALL =
      List.of(EnsembleDashboard.make(), ServerDashboard.make(), BeforeAfterDashboard.make());

  private Dashboards() {}

  public static List<Dashboard> all() {
    return ALL;
  }
}
