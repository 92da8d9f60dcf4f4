package io.snapkeeper.metrics.history;

import io.snapkeeper.metrics.figures.PacingFigures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * The page's data as maps and lists: what was seen last, and everything after a given time. Spans
 * and decisions carry numbers, and samples carry their times, by which the page joins two documents
 * of one run.
 *
 * <p>Times are milliseconds of the server's monotonic clock, latencies microseconds, rates bytes
 * per second. What is unknown is null.
 */
final class TimelineDocument {

  private static final double MICROS_PER_SECOND = 1e6;

  private final History history;
  private final List<Decisions.Numbered> decisions;
  private final long sinceMillis;

  TimelineDocument(History history, List<Decisions.Numbered> decisions, long sinceMillis) {
    this.history = history;
    this.decisions = decisions;
    this.sinceMillis = sinceMillis;
  }

  /** The history must have been told an observation. */
  Map<String, Object> make() {
    Observation last = history.last();
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("sinceMillis", sinceMillis);
    document.put("keptMillis", History.KEPT_MILLIS);
    document.put("sampleMillis", History.SAMPLE_MILLIS);
    document.put("nowMillis", last.atMillis());
    document.put("wallMillis", last.wallMillis());
    document.put("server", server(last.server()));
    document.put(
        "quorumMargin", last.quorumMargin().isPresent() ? last.quorumMargin().getAsInt() : null);
    document.put("overlap", last.overlap().map(TimelineDocument::overlap).orElse(null));
    document.put("overlapSpans", spans(history.overlap().since(sinceMillis)));
    document.put("shadow", last.shadow().map(TimelineDocument::shadow).orElse(null));
    document.put("pacing", last.pacing().map(TimelineDocument::pacing).orElse(null));
    document.put("members", history.members().values().stream().map(this::member).toList());
    document.put("membersLeftOut", history.membersLeftOut());
    document.put("samples", samples());
    document.put("decisions", decisions.stream().map(TimelineDocument::decision).toList());
    return document;
  }

  private static Map<String, Object> server(Observation.Server server) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("sid", server.sid());
    map.put("role", server.role());
    map.put("leaderSid", server.leaderSid());
    map.put("epoch", server.epoch());
    map.put("schedule", label(server.schedule()));
    map.put("mode", server.mode());
    map.put("modeReason", server.modeReason());
    return map;
  }

  private static Map<String, Object> overlap(Observation.Overlap overlap) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("watchedMillis", overlap.watchedMillis());
    map.put("quorumMillis", overlap.quorumMillis());
    map.put("degradedMillis", overlap.degradedMillis());
    return map;
  }

  private static Map<String, Object> shadow(Observation.Shadow shadow) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("snapshots", shadow.snapshots());
    map.put("slots", shadow.slots());
    map.put("degradedSlots", shadow.degradedSlots());
    map.put("actualQuorumMillis", shadow.actualQuorumMillis());
    map.put("scheduledQuorumMillis", shadow.scheduledQuorumMillis());
    map.put("largestActualBacklog", thousandths(shadow.largestActualBacklogRatio()));
    map.put("largestBacklog", thousandths(shadow.largestBacklogRatio()));
    return map;
  }

  private static Map<String, Object> pacing(PacingFigures pacing) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("limit", label(pacing.limit()));
    map.put("bytesPerSecond", whole(pacing.bytesPerSecond()));
    map.put("diskBytesPerSecond", whole(pacing.diskBytesPerSecond()));
    map.put("baselineMicros", micros(pacing.baselineSeconds()));
    map.put("targetMicros", micros(pacing.targetSeconds()));
    map.put("besideMicros", micros(pacing.besideSnapshotSeconds()));
    return map;
  }

  private Map<String, Object> member(MemberHistory history) {
    Observation.Member last = history.last();
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("sid", last.sid());
    map.put("voter", last.voter());
    map.put("leader", history.isWatched() && last.leader());
    map.put("watched", history.isWatched());
    map.put("activity", history.isWatched() ? last.activity().label() : Activity.UNWATCHED.label());
    map.put(
        "progress",
        last.activity().isSnapshot() ? thousandths(last.snapshot().progressRatio()) : null);
    map.put("slot", last.slotId() == 0 ? null : slot(last.slotId()));
    map.put("backlog", last.report().map(r -> thousandths(r.backlogRatio())).orElse(null));
    map.put("queue", last.report().map(Observation.Report::queueLength).orElse(null));
    map.put("commitMeanMicros", reported(last, Observation.Report::commitMeanSeconds));
    map.put("commitP99Micros", reported(last, Observation.Report::commitP99Seconds));
    map.put("decision", last.decision());
    map.put("spans", spans(history.lane.since(sinceMillis)));
    map.put("commitMean", micros(history.commitMean));
    return map;
  }

  /** Of 0, which is what is said while it is unknown, null. */
  private static Long reported(
      Observation.Member member, ToDoubleFunction<Observation.Report> seconds) {
    return member
        .report()
        .map(report -> Math.round(seconds.applyAsDouble(report) * MICROS_PER_SECOND))
        .filter(micros -> micros > 0)
        .orElse(null);
  }

  /** Each as [number, activity, from, to], with null for the end of an open one. */
  private static List<Object> spans(List<Spans.Span> spans) {
    List<Object> lists = new ArrayList<>(spans.size());
    for (Spans.Span span : spans) {
      List<Object> list = new ArrayList<>(4);
      list.add(span.id());
      list.add(span.activity().label());
      list.add(span.fromMillis());
      list.add(span.isOpen() ? null : span.toMillis());
      lists.add(list);
    }
    return lists;
  }

  private Map<String, Object> samples() {
    Samples samples = history.samples();
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("atMillis", samples.since(sinceMillis, samples::atMillis));
    map.put("commitP50", micros(samples.commitP50));
    map.put("commitP99", micros(samples.commitP99));
    map.put("commitsPerSecond", whole(samples.commitsPerSecond));
    map.put("quorumMargin", whole(samples.quorumMargin));
    map.put("pace", whole(samples.paceBytesPerSecond));
    map.put("limit", samples.since(sinceMillis, sample -> label(samples.limit(sample))));
    return map;
  }

  /** Each as [number, time, kind, sid, slot or null, text]. */
  private static List<Object> decision(Decisions.Numbered numbered) {
    Decision decision = numbered.decision();
    List<Object> list = new ArrayList<>(6);
    list.add(numbered.number());
    list.add(decision.atMillis());
    list.add(decision.kind().label());
    list.add(decision.sid());
    list.add(decision.slotId() == 0 ? null : slot(decision.slotId()));
    list.add(decision.text());
    return list;
  }

  private List<Long> micros(Series series) {
    return history.samples().since(sinceMillis, s -> whole(series.get(s) * MICROS_PER_SECOND));
  }

  private List<Long> whole(Series series) {
    return history.samples().since(sinceMillis, s -> whole(series.get(s)));
  }

  private static Long whole(double value) {
    return Double.isFinite(value) ? Math.round(value) : null;
  }

  private static Long micros(OptionalDouble seconds) {
    return seconds.isPresent() ? whole(seconds.getAsDouble() * MICROS_PER_SECOND) : null;
  }

  private static double thousandths(double value) {
    return Math.round(value * 1e3) / 1e3;
  }

  private static String slot(long id) {
    return "0x" + Long.toHexString(id);
  }

  private static String label(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
