package io.snapkeeper.cli.status;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snapkeeper.cli.status.EnsembleProbe.Findings;
import io.snapkeeper.cli.status.ServerView.Plugin;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;

/**
 * Renders what is known of an ensemble as JSON: {@code {"servers": [...], "scheduler": ...,
 * "remarks": [...]}}.
 */
final class StatusJson {

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private StatusJson() {}

  static String render(Findings findings) {
    List<ServerView> views = findings.servers();
    ObjectNode root = JSON.createObjectNode();
    ArrayNode servers = root.putArray("servers");
    for (ServerView view : views) {
      ObjectNode server = servers.addObject();
      view.sid().ifPresentOrElse(sid -> server.put("sid", sid), () -> server.putNull("sid"));
      server.put("address", view.client().toString());
      server.put("role", view.role());
      server.put("plugin", view.plugin().name().toLowerCase(Locale.ROOT));
      server.put("problem", view.problem().orElse(null));
      server.put("adminProblem", view.adminProblem().orElse(null));
      ObjectNode srvr = server.putObject("srvr");
      view.srvr().forEach(srvr::put);
      server.set("status", view.status().orElse(JSON.nullNode()));
      if (view.plugin() == Plugin.MISSING) {
        ObjectNode stock = server.putObject("stock");
        view.stock().backlogTxns().ifPresent(txns -> stock.put("backlogTxns", txns));
        view.stock().fsyncMeanMillis().ifPresent(mean -> stock.put("fsyncMeanMillis", mean));
      }
    }
    root.set(
        "scheduler",
        ServerView.leaderOf(views).map(d -> d.path("scheduler")).orElse(JSON.nullNode()));
    ArrayNode remarks = root.putArray("remarks");
    findings.remarks().forEach(remarks::add);
    try {
      return JSON.writeValueAsString(root);
    } catch (IOException e) {
      throw new UncheckedIOException("a tree of our own could not be written", e);
    }
  }
}
