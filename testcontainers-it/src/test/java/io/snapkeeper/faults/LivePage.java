package io.snapkeeper.faults;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * What the live page of a server shows: the data that a browser asks for.
 *
 * @param data the document, as metrics' TimelineDocument makes it
 */
record LivePage(JsonNode data) {

  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Asks a server; empty if it does not answer in time, or has no page. */
  static Optional<LivePage> of(String address, Duration timeout) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://" + address + "/timeline"))
            .timeout(timeout)
            .build();
    try {
      var answer = CLIENT.send(request, BodyHandlers.ofString());
      return answer.statusCode() == 200
          ? Optional.of(new LivePage(JSON.readTree(answer.body())))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  String role() {
    return data.path("server").path("role").asText();
  }

  long leaderSid() {
    return data.path("server").path("leaderSid").asLong();
  }

  long epoch() {
    return data.path("server").path("epoch").asLong();
  }

  /** Empty on a server that does not schedule. */
  OptionalInt quorumMargin() {
    JsonNode margin = data.path("quorumMargin");
    return margin.isNumber() ? OptionalInt.of(margin.asInt()) : OptionalInt.empty();
  }

  /** Whether a member's lane has a span of one of these activities that began so late. */
  boolean showed(long sid, Set<String> activities, Duration ago) {
    long sinceMillis = data.path("nowMillis").asLong() - ago.toMillis();
    for (JsonNode member : data.path("members")) {
      if (member.path("sid").asLong() == sid) {
        for (JsonNode span : member.path("spans")) {
          if (activities.contains(span.get(1).asText()) && span.get(2).asLong() >= sinceMillis) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /** Whether the list of decisions has one of this kind about a member, made so late. */
  boolean decided(long sid, String kind, Duration ago) {
    long sinceMillis = data.path("nowMillis").asLong() - ago.toMillis();
    for (JsonNode decision : data.path("decisions")) {
      if (decision.get(1).asLong() >= sinceMillis
          && decision.get(2).asText().equals(kind)
          && decision.get(3).asLong() == sid) {
        return true;
      }
    }
    return false;
  }
}
