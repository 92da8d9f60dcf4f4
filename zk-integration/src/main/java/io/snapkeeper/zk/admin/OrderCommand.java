package io.snapkeeper.zk.admin;

import io.snapkeeper.zk.control.OrderForm;
import io.snapkeeper.zk.control.Orders;
import java.io.IOException;
import java.io.InputStream;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.apache.zookeeper.server.admin.AuthRequest;
import org.apache.zookeeper.server.admin.CommandResponse;

/**
 * {@code POST /commands/snapkeeper_order}: an operator's order, for who has all permissions on the
 * root node. Loaded on 3.9 and newer only.
 */
final class OrderCommand extends AdminCommand {

  static final String NAME = "snapkeeper_order";

  private final Orders orders;

  OrderCommand(Orders orders) {
    super(NAME, "Gives Snapkeeper an order");
    this.orders = orders;
  }

  /** Authorisation is checked against the tree, which a server has while it serves. */
  @Override
  public boolean isServerRequired() {
    return true;
  }

  @Override
  public AuthRequest getAuthRequest() {
    return new AuthRequest(ZooDefs.Perms.ALL, "/");
  }

  @Override
  CommandResponse answerGet() {
    return error("POST only");
  }

  @Override
  public CommandResponse runPost(ZooKeeperServer server, InputStream body) {
    try {
      String result = OrderForm.read(body).carryOut(orders);
      CommandResponse response = new CommandResponse(NAME);
      response.put("result", result);
      return response;
    } catch (IllegalArgumentException | IllegalStateException | IOException e) {
      return error(e.getMessage());
    }
  }
}
