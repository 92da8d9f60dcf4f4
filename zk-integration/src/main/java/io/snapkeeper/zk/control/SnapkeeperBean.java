package io.snapkeeper.zk.control;

import io.snapkeeper.metrics.json.Json;
import io.snapkeeper.zk.Plugin;
import io.snapkeeper.zk.status.StatusDocument;
import java.util.Locale;
import org.apache.zookeeper.jmx.ZKMBeanInfo;

/** The JMX bean, registered through ZooKeeper's own registry. */
public final class SnapkeeperBean implements SnapkeeperMXBean, ZKMBeanInfo {

  private final Plugin plugin;
  private final Orders orders;

  public SnapkeeperBean(Plugin plugin, Orders orders) {
    this.plugin = plugin;
    this.orders = orders;
  }

  @Override
  public String getName() {
    return "Snapkeeper";
  }

  @Override
  public boolean isHidden() {
    return false;
  }

  @Override
  public String getStatusJson() {
    return Json.write(StatusDocument.of(plugin));
  }

  @Override
  public String getMode() {
    return plugin.member().status().mode().name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  @Override
  public long getLeader() {
    return plugin.peer().leaderSid();
  }

  @Override
  public String pause(long seconds) {
    return orders.pause(seconds);
  }

  @Override
  public String off(long seconds) {
    return orders.off(seconds);
  }

  @Override
  public String resume() {
    return orders.resume();
  }

  @Override
  public String snapshotNow(long sid) {
    return orders.snapshotNow(sid);
  }

  @Override
  public String setLimit(String name, long value) {
    return orders.setLimit(name, value);
  }
}
