package io.snapkeeper.zk.admin;

import io.snapkeeper.zk.Plugin;
import io.snapkeeper.zk.control.Orders;
import io.snapkeeper.zk.hooks.HookCheck;
import org.apache.zookeeper.server.admin.Commands;

/** Registers the plugin's commands with ZooKeeper's AdminServer. */
public final class AdminCommands {

  private AdminCommands() {}

  /** Works whether or not the AdminServer is enabled; it then finds them or nobody does. */
  public static void register(Plugin plugin, Orders orders) {
    Commands.registerCommand(new StatusCommand(plugin));
    boolean authenticates =
        HookCheck.adminServerAuthenticates(AdminCommands.class.getClassLoader());
    Commands.registerCommand(authenticates ? new OrderCommand(orders) : new OrderRefusal());
  }
}
