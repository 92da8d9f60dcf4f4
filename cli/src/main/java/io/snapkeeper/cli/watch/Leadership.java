package io.snapkeeper.cli.watch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the leader that schedules tells.
 *
 * @param sid of the leader
 * @param epoch of its term
 * @param state {@code scheduling}, {@code paused} or {@code off}
 * @param lapsesMillis how long an operator's order still holds, 0 without one
 * @param quorumMargin how many more voters could slow down before the quorum does
 * @param granted slots since its start
 * @param degraded of these, slots on the quorum's path
 * @param members its entry for each member, by server id, voters first
 * @param decided the last decisions of its term, oldest first
 */
record Leadership(
    long sid,
    long epoch,
    String state,
    long lapsesMillis,
    int quorumMargin,
    long granted,
    long degraded,
    Map<Long, JsonNode> members,
    List<Decided> decided) {

  /**
   * One decision of its history, or the end of a slot.
   *
   * @param number grows by one with each
   * @param text in plain words
   */
  record Decided(long number, long ageMillis, long sid, String text) {

    private static Decided of(JsonNode decision) {
      String slot = "slot " + decision.path("slot").asText();
      String kind = decision.path("kind").asText();
      String why = decision.path("text").asText();
      String what =
          switch (kind) {
            case "granted" -> slot + " granted";
            case "granted-degraded" -> "degraded " + slot + " granted";
            case "held" -> "";
            case "refused" -> "refused";
            default -> slot + " " + kind;
          };
      return new Decided(
          decision.path("number").asLong(),
          decision.path("ageMillis").asLong(),
          decision.path("sid").asLong(),
          what + (what.isEmpty() || why.isEmpty() ? "" : ": ") + why);
    }
  }

  /**
   * What it last decided about a member.
   *
   * @param text in plain words, with the reason
   */
  record Decision(long sid, double backlogPercent, String text) {}

  /**
   * @param document of a server that schedules
   */
  static Leadership of(JsonNode document) {
    JsonNode scheduler = document.path("scheduler");
    Map<Long, JsonNode> members = new LinkedHashMap<>();
    scheduler.path("members").forEach(member -> members.put(member.path("sid").asLong(), member));
    List<Decided> decided = new ArrayList<>();
    scheduler.path("decisions").forEach(decision -> decided.add(Decided.of(decision)));
    return new Leadership(
        document.path("server").path("sid").asLong(),
        scheduler.path("epoch").asLong(),
        scheduler.path("state").asText("unknown"),
        scheduler.path("overrideExpiresInMillis").asLong(),
        scheduler.path("quorumMargin").asInt(),
        scheduler.path("counters").path("granted").asLong(),
        scheduler.path("counters").path("degraded").asLong(),
        members,
        List.copyOf(decided));
  }

  /** Its entry for a member; missing if it has none. */
  JsonNode member(long memberSid) {
    return members.getOrDefault(memberSid, MissingNode.getInstance());
  }

  List<Decision> decisions() {
    List<Decision> decisions = new ArrayList<>();
    members.forEach(
        (member, entry) -> {
          String text = entry.path("decision").asText("");
          if (!text.isEmpty()) {
            decisions.add(new Decision(member, entry.path("backlogPercent").asDouble(0), text));
          }
        });
    return decisions;
  }
}
