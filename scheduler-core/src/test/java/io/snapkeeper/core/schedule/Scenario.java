package io.snapkeeper.core.schedule;

import io.snapkeeper.core.operator.OperatorOverride;
import io.snapkeeper.core.quorum.HierarchicalQuorum;
import io.snapkeeper.core.quorum.MajorityQuorum;
import io.snapkeeper.core.quorum.QuorumRule;
import io.snapkeeper.core.report.Report;
import io.snapkeeper.core.report.SlotState;
import io.snapkeeper.core.wire.LeaderMessage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An ensemble of model members under one scheduler, told what to do line by line.
 *
 * <pre>
 * leader 1 epoch 5 [last-slot N]         a new leader with a new scheduler
 * servers 1 2 3 [snap-count=N] [duration=2s] [backlog=50%] [tree=1GB] [needs-append=no]
 *                                        servers with the production gate
 * models 1 2 3 [snap-size=64MB] ...      servers with a model of it, and the same options
 * members RULE [and RULE] [observers 6 7]   RULE: majority 1 2 3 | hierarchy 1:2:3/4:5 [weights 1=2,4=0]
 * connect 2 3 | disconnect 2 | mute 2 | unmute 2   a muted server is connected and reports nothing
 * set 2 3 [backlog=50%] [fsync=340ms] [queue=5] [duration=2s] [needs-append=yes]
 * run 30s [at 1000]                      time passes; transactions per second are logged
 * snapshot 3                             begins outside any slot
 * abort 3 | fail 3                       its snapshot is given up: on purpose, or the disk refuses it
 * restart 3                              stops to serve and serves again, on the same connection
 * hang 3 | wake 3                        its process stands still, and goes on
 * slot 3 aborted|failed|declined|held    what becomes of a model's slot
 * messages on | on 3 4 | off             what is sent and what the plugin logs, of all or of some
 * report 3 [age=2s] | tick | request 3   a report that was written so long ago
 * pause 60s | off 60s | resume
 * limits [drain-fsync=300ms] [drain-queue=100] [ttl=5s] [fresh=2s]
 * status | counts | hard-limits | override
 * </pre>
 */
final class Scenario {

  static final long REPORT_MILLIS = 500;
  private static final long STEP_MILLIS = 100;

  /** Twenty pings, as the plugin has it. */
  private static final long LEASE_MILLIS = 20 * REPORT_MILLIS;

  private final TreeMap<Long, ScenarioServer> servers = new TreeMap<>();
  private final Set<Long> connected = new TreeSet<>();
  private final Set<Long> muted = new TreeSet<>();
  private final List<String> output = new ArrayList<>();
  private final ScenarioWire wire = new ScenarioWire();
  private SnapshotScheduler scheduler;
  private long leaderSid;
  private long epoch;
  private boolean showsMessages;

  /** Whose messages are shown; empty for all. */
  private Set<Long> shown = Set.of();

  private SchedulerLimits limits = SchedulerLimits.DEFAULT;
  private long now;

  /** What came out since the last call. */
  List<String> takeOutput() {
    List<String> taken = List.copyOf(output);
    output.clear();
    return taken;
  }

  void execute(String line) {
    String[] words = line.split(" +", -1);
    List<String> arguments = Arrays.asList(words).subList(1, words.length);
    switch (words[0]) {
      case "leader" -> leader(arguments);
      case "servers" -> servers(arguments, true);
      case "models" -> servers(arguments, false);
      case "members" -> members(arguments);
      case "connect" -> sids(arguments).forEach(this::connect);
      case "disconnect" -> sids(arguments).forEach(this::disconnect);
      case "mute" -> muted.addAll(sids(arguments));
      case "unmute" -> sids(arguments).forEach(muted::remove);
      case "set" -> sids(arguments).forEach(sid -> set(servers.get(sid), options(arguments)));
      case "run" -> run(millis(words[1]), words.length > 3 ? Double.parseDouble(words[3]) : 0);
      case "snapshot" -> sids(arguments).forEach(sid -> servers.get(sid).snapshotOutsideSlots(now));
      case "slot" -> model(words[1]).force(now, slotState(words[2]));
      case "abort" -> production(words[1]).giveUpSnapshot(now, false);
      case "fail" -> production(words[1]).giveUpSnapshot(now, true);
      case "restart" -> production(words[1]).connect(now, epoch);
      case "hang" -> production(words[1]).setHung(true);
      case "wake" -> production(words[1]).setHung(false);
      case "messages" -> {
        showsMessages = words[1].equals("on");
        shown = sids(arguments.subList(1, arguments.size()));
      }
      case "report" -> {
        long ageMillis = millis(options(arguments).getOrDefault("age", "0ms"));
        sids(arguments).forEach(sid -> report(sid, ageMillis));
      }
      case "tick" -> step(new SchedulerEvent.Tick(now));
      case "request" -> step(new SchedulerEvent.SnapshotRequested(now, Long.parseLong(words[1])));
      case "pause" -> order(OperatorOverride.Mode.PAUSED, millis(words[1]));
      case "off" -> order(OperatorOverride.Mode.OFF, millis(words[1]));
      case "resume" -> order(OperatorOverride.Mode.NORMAL, 0);
      case "limits" -> limits(options(arguments));
      case "status" -> status();
      case "counts" -> output.add(scheduler.status(now).counts().toString());
      case "hard-limits" -> hardLimits();
      case "override" -> output.add(scheduler.override(now).toString());
      default -> throw new IllegalArgumentException("no such command: " + line);
    }
  }

  private void leader(List<String> words) {
    long lastSlot = words.size() > 4 ? Long.parseLong(words.get(4)) : 0;
    // All leave the leader before, and with it the role in which they served.
    connected.forEach(sid -> servers.get(sid).loseLeader(now));
    leaderSid = Long.parseLong(words.get(0));
    epoch = Long.parseLong(words.get(2));
    scheduler = new SnapshotScheduler(epoch, leaderSid, limits, lastSlot);
    connected.clear();
    connected.add(leaderSid);
    if (servers.containsKey(leaderSid)) {
      join(leaderSid);
    }
  }

  private void servers(List<String> words, boolean production) {
    Map<String, String> options = options(words);
    Report.Limits snapshotLimits =
        new Report.Limits(
            Long.parseLong(options.getOrDefault("snap-count", "100000")),
            bytes(options.getOrDefault("snap-size", "0B")));
    for (long sid : sids(words)) {
      servers.put(
          sid,
          production
              ? new ProductionServer(sid, snapshotLimits, now, note -> show(sid, "log " + note))
              : new ModelServer(sid, snapshotLimits));
      servers.get(sid).setDurationMillis(2_000);
      servers.get(sid).setFsyncMicros(500);
      set(servers.get(sid), options);
      if (sid == leaderSid) {
        join(sid);
      }
    }
  }

  private ProductionServer production(String sid) {
    return (ProductionServer) servers.get(Long.parseLong(sid));
  }

  private ModelServer model(String sid) {
    return (ModelServer) servers.get(Long.parseLong(sid));
  }

  private void set(ScenarioServer server, Map<String, String> options) {
    options.forEach(
        (name, value) -> {
          switch (name) {
            case "backlog" ->
                server.setBacklogShare(Double.parseDouble(value.replace("%", "")) / 100);
            case "fsync" -> server.setFsyncMicros(millis(value) * 1_000.0);
            case "queue" -> server.setQueueLength(Integer.parseInt(value));
            case "duration" -> server.setDurationMillis(millis(value));
            case "needs-append" -> server.setUsesIdleTime(value.equals("no"));
            case "tree" -> server.setTreeBytes(bytes(value));
            case "snap-count", "snap-size" -> {
              // Read when the server was made.
            }
            default -> throw new IllegalArgumentException("no such option: " + name);
          }
        });
  }

  private void members(List<String> words) {
    List<QuorumRule> rules = new ArrayList<>();
    Set<Long> observers = Set.of();
    for (int i = 0; i < words.size(); i++) {
      switch (words.get(i)) {
        case "majority" -> rules.add(new MajorityQuorum(sids(words.subList(i + 1, words.size()))));
        case "hierarchy" -> {
          Map<Long, Long> weights =
              words.size() > i + 3 && words.get(i + 2).equals("weights")
                  ? weights(words.get(i + 3))
                  : Map.of();
          rules.add(new HierarchicalQuorum(groups(words.get(i + 1)), weights));
        }
        case "observers" -> observers = sids(words.subList(i + 1, words.size()));
        default -> {
          // Arguments of the word before, or "and".
        }
      }
    }
    step(new SchedulerEvent.MembershipChanged(now, rules, observers));
  }

  private static Map<Long, Long> groups(String text) {
    Map<Long, Long> groupBySid = new HashMap<>();
    long group = 0;
    for (String sids : text.split("/", -1)) {
      group++;
      for (String sid : sids.split(":", -1)) {
        groupBySid.put(Long.parseLong(sid), group);
      }
    }
    return groupBySid;
  }

  private static Map<Long, Long> weights(String text) {
    return Stream.of(text.split(",", -1))
        .map(entry -> entry.split("=", -1))
        .collect(
            Collectors.toMap(entry -> Long.parseLong(entry[0]), entry -> Long.parseLong(entry[1])));
  }

  private void join(long sid) {
    wire.open(sid);
    servers.get(sid).connect(now, epoch);
  }

  private void connect(long sid) {
    connected.add(sid);
    join(sid);
    step(new SchedulerEvent.MemberConnected(now, sid));
  }

  private void disconnect(long sid) {
    connected.remove(sid);
    servers.get(sid).disconnect(now);
    step(new SchedulerEvent.MemberDisconnected(now, sid));
  }

  private void order(OperatorOverride.Mode mode, long durationMillis) {
    step(new SchedulerEvent.OverrideOrdered(now, mode, durationMillis));
  }

  private void limits(Map<String, String> options) {
    limits =
        new SchedulerLimits(
            options.containsKey("drain-fsync")
                ? millis(options.get("drain-fsync")) * 1_000
                : limits.drainFsyncMicros(),
            options.containsKey("drain-queue")
                ? Integer.parseInt(options.get("drain-queue"))
                : limits.drainQueueLength(),
            options.containsKey("ttl") ? millis(options.get("ttl")) : limits.grantTtlMillis(),
            options.containsKey("fresh")
                ? millis(options.get("fresh"))
                : limits.reportFreshMillis());
    step(new SchedulerEvent.LimitsChanged(now, limits));
  }

  /** Appends every 100 ms, reports every 500 ms, then a tick. */
  private void run(long millis, double txnsPerSecond) {
    double txns = txnsPerSecond * STEP_MILLIS / 1_000;
    for (long end = now + millis; now < end; ) {
      now += STEP_MILLIS;
      for (long sid : connected) {
        servers.get(sid).advance(now, txns);
      }
      if (now % REPORT_MILLIS == 0) {
        connected.stream().filter(sid -> !muted.contains(sid)).forEach(sid -> report(sid, 0));
        step(new SchedulerEvent.Tick(now));
      }
    }
  }

  /** The leader pings, and the reply carries the report. */
  private void report(long sid, long ageMillis) {
    Optional<SchedulerAction.Grant> renewal = scheduler.renewalFor(sid, now);
    renewal.ifPresent(
        slot ->
            output.add(
                String.format(
                    Locale.ROOT,
                    "%7.1fs renewed %d slot 0x%x: for %d ms",
                    now / 1_000.0,
                    sid,
                    slot.slotId(),
                    slot.ttlMillis())));
    ping(sid, renewal);
    servers
        .get(sid)
        .report(now)
        .map(wire::toLeader)
        .ifPresent(
            report -> {
              show(sid, "report " + sid + "->" + leaderSid + " " + ScenarioWire.describe(report));
              step(new SchedulerEvent.Reported(now, report, ageMillis));
            });
  }

  private void ping(long sid, Optional<SchedulerAction.Grant> slot) {
    LeaderMessage message =
        ScenarioWire.toMember(
            new LeaderMessage(
                epoch,
                LEASE_MILLIS,
                scheduler.hardLimitFor(sid),
                slot.map(
                    grant ->
                        new LeaderMessage.SlotGrant(
                            grant.slotId(), grant.ttlMillis(), grant.degraded())),
                scheduler.override(now)));
    show(sid, "ping " + leaderSid + "->" + sid + " " + ScenarioWire.describe(message));
    servers.get(sid).hear(now, message);
  }

  private void show(long sid, String text) {
    if (showsMessages && (shown.isEmpty() || shown.contains(sid))) {
      output.add(String.format(Locale.ROOT, "%7.1fs   %s", now / 1_000.0, text));
    }
  }

  private void step(SchedulerEvent event) {
    for (SchedulerAction action : scheduler.step(event)) {
      String time = String.format(Locale.ROOT, "%7.1fs ", now / 1_000.0);
      if (action instanceof SchedulerAction.Grant grant) {
        output.add(
            time
                + (grant.degraded() ? "grant (degraded) " : "grant ")
                + grant.sid()
                + " slot 0x"
                + Long.toHexString(grant.slotId())
                + ": "
                + grant.reason());
        ping(grant.sid(), Optional.of(grant));
      } else if (action instanceof SchedulerAction.SlotEnded ended) {
        output.add(
            time
                + "ended "
                + ended.sid()
                + " slot 0x"
                + Long.toHexString(ended.slotId())
                + ": "
                + ended.outcome()
                + ", held "
                + ended.heldMillis()
                + " ms");
      } else if (action instanceof SchedulerAction.Refused refused) {
        output.add(time + "refused " + refused.sid() + ": " + refused.reason());
      } else if (action instanceof SchedulerAction.Held held) {
        output.add(time + "held " + held.sid() + ": " + held.reason());
      }
    }
  }

  private void status() {
    SchedulerStatus status = scheduler.status(now);
    output.add(
        String.format(
            Locale.ROOT, "%7.1fs status: quorum margin %d", now / 1_000.0, status.quorumMargin()));
    for (SchedulerStatus.Member member : status.members()) {
      output.add(
          "  "
              + member.sid()
              + (member.voter() ? "" : " (no voter)")
              + " "
              + member.state().name().toLowerCase(Locale.ROOT)
              + ": "
              + member.decision());
    }
  }

  private void hardLimits() {
    for (SchedulerStatus.Member member : scheduler.status(now).members()) {
      HardLimit limit = scheduler.hardLimitFor(member.sid());
      output.add(
          limit.equals(HardLimit.UNKNOWN)
              ? "  " + member.sid() + " unknown"
              : "  "
                  + member.sid()
                  + " "
                  + limit.txns()
                  + " transactions, "
                  + bytes(limit.logBytes()));
    }
  }

  private static String bytes(long bytes) {
    return bytes == Long.MAX_VALUE ? "any bytes" : (bytes >> 20) + " MB";
  }

  private static SlotState slotState(String word) {
    return SlotState.valueOf(word.toUpperCase(Locale.ROOT));
  }

  /** The leading numbers, up to the first word that is none. */
  private static Set<Long> sids(List<String> words) {
    return words.stream()
        .takeWhile(word -> word.matches("\\d+"))
        .map(Long::parseLong)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Map<String, String> options(List<String> words) {
    return words.stream()
        .filter(word -> word.contains("="))
        .map(word -> word.split("=", 2))
        .collect(Collectors.toMap(word -> word[0], word -> word[1]));
  }

  private static long millis(String text) {
    if (text.endsWith("ms")) {
      return Long.parseLong(text.substring(0, text.length() - 2));
    }
    if (text.endsWith("min")) {
      return Long.parseLong(text.substring(0, text.length() - 3)) * 60_000;
    }
    if (text.endsWith("s")) {
      return (long) (Double.parseDouble(text.substring(0, text.length() - 1)) * 1_000);
    }
    throw new IllegalArgumentException("no duration: " + text);
  }

  private static long bytes(String text) {
    long number = Long.parseLong(text.replaceAll("[A-Z]", ""));
    return switch (text.replaceAll("\\d", "")) {
      case "B" -> number;
      case "MB" -> number << 20;
      case "GB" -> number << 30;
      default -> throw new IllegalArgumentException("no size: " + text);
    };
  }
}
