package io.snapkeeper.cli.status;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;

/** Renders what is known of an ensemble as JSON: {@code {"servers": [...], "scheduler": ...}}. */
final class StatusJson {

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private StatusJson() {}

  static String render(List<ServerView> views) {
    ObjectNode root = JSON.createObjectNode();
    ArrayNode servers = root.putArray("servers");
    for (ServerView view : views) {
      ObjectNode server = servers.addObject();
      view.sid().ifPresentOrElse(sid -> server.put("sid", sid), () -> server.putNull("sid"));
      server.put("address", view.client().toString());
      server.put("role", view.role());
      server.put("plugin", view.plugin().name().toLowerCase(Locale.ROOT));
      view.problem()
          .ifPresentOrElse(text -> server.put("problem", text), () -> server.putNull("problem"));
      ObjectNode srvr = server.putObject("srvr");
      view.srvr().forEach(srvr::put);
      server.set("status", view.status().orElse(JSON.nullNode()));
    }
    root.set(
        "scheduler",
        StatusTable.leaderOf(views).map(d -> d.path("scheduler")).orElse(JSON.nullNode()));
    try {
      return JSON.writeValueAsString(root);
    } catch (IOException e) {
      throw new UncheckedIOException("a tree of our own could not be written", e);
    }
  }
}
