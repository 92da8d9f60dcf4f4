package io.snapkeeper.containers;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a leader's own log says about the slots it gave: exact, where a status is only a sample. */
public final class SlotLog {

  private static final Pattern LINE =
      Pattern.compile("snapkeeper slot (granted|ended) sid=(\\d+) slot=(0x[0-9a-f]+)");

  private SlotLog() {}

  /**
   * The most slots of voters that were outstanding at once, from grant to end, in the log of one
   * server that leads. What it granted in an earlier term, and could not end, is void. Observers'
   * slots are outside the quorum's budget.
   */
  public static int maxOutstanding(String leaderLog, Collection<Long> voters) {
    Set<String> outstanding = new HashSet<>();
    int most = 0;
    Matcher line = LINE.matcher(leaderLog);
    while (line.find()) {
      if (!voters.contains(Long.valueOf(line.group(2)))) {
        continue;
      }
      if (line.group(1).equals("granted")) {
        long term = term(line.group(3));
        outstanding.removeIf(slot -> term(slot) < term);
        outstanding.add(line.group(3));
      } else {
        outstanding.remove(line.group(3));
      }
      most = Math.max(most, outstanding.size());
    }
    return most;
  }

  private static long term(String slot) {
    return Long.parseUnsignedLong(slot.substring(2), 16) >>> 32;
  }
}
