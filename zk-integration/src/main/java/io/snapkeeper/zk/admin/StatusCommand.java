package io.snapkeeper.zk.admin;

import io.snapkeeper.zk.Plugin;
import io.snapkeeper.zk.status.StatusDocument;
import org.apache.zookeeper.server.admin.CommandResponse;

/** {@code /commands/snapkeeper}: the status document. */
final class StatusCommand extends AdminCommand {

  private final Plugin plugin;

  StatusCommand(Plugin plugin) {
    super(StatusDocument.COMMAND, "Snapkeeper's status");
    this.plugin = plugin;
  }

  @Override
  CommandResponse answerGet() {
    CommandResponse response = new CommandResponse(StatusDocument.COMMAND);
    response.putAll(StatusDocument.of(plugin));
    return response;
  }
}
