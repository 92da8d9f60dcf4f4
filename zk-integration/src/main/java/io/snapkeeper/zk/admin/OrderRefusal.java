package io.snapkeeper.zk.admin;

import org.apache.zookeeper.server.admin.CommandResponse;

/** {@code /commands/snapkeeper_order} where the AdminServer has no authentication (3.8). */
final class OrderRefusal extends AdminCommand {

  OrderRefusal() {
    super(OrderCommand.NAME, "Snapkeeper takes no orders here");
  }

  @Override
  CommandResponse answerGet() {
    return error(
        "orders are refused here: this ZooKeeper's AdminServer has no authentication. Use the JMX"
            + " bean org.apache.ZooKeeperService:name0=Snapkeeper");
  }
}
