package io.snapkeeper.zk.admin;

import java.io.InputStream;
import java.util.Map;
import java.util.Set;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.apache.zookeeper.server.admin.AuthRequest;
import org.apache.zookeeper.server.admin.Command;
import org.apache.zookeeper.server.admin.CommandResponse;

/**
 * A command as 3.8 and 3.9 want it: the union of both interfaces. 3.8 calls {@link #run} and {@link
 * #getDoc}; 3.9 calls {@link #getAuthRequest}, {@link #runGet} and {@link #runPost}. No code here
 * makes an AuthRequest, which 3.8 does not have.
 */
abstract class AdminCommand implements Command {

  private final String name;
  private final String doc;

  AdminCommand(String name, String doc) {
    this.name = name;
    this.doc = doc;
  }

  /** Answers a GET. */
  abstract CommandResponse answerGet();

  @Override
  public Set<String> getNames() {
    return Set.of(name);
  }

  @Override
  public String getPrimaryName() {
    return name;
  }

  /** What 3.8 shows in its list of commands. */
  public String getDoc() {
    return doc;
  }

  /** Whether ZooKeeper answers by itself while this server does not serve. */
  @Override
  public boolean isServerRequired() {
    return false;
  }

  @Override
  public AuthRequest getAuthRequest() {
    return null;
  }

  /** 3.8's entry. */
  public CommandResponse run(ZooKeeperServer server, Map<String, String> arguments) {
    return answerGet();
  }

  @Override
  public CommandResponse runGet(ZooKeeperServer server, Map<String, String> arguments) {
    return answerGet();
  }

  @Override
  public CommandResponse runPost(ZooKeeperServer server, InputStream body) {
    return error("GET only");
  }

  /** An answer with an error; made with the one constructor that both versions have. */
  final CommandResponse error(String text) {
    CommandResponse response = new CommandResponse(name);
    response.put(CommandResponse.KEY_ERROR, text);
    return response;
  }
}
