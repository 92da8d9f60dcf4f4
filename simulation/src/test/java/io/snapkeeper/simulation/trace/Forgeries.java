package io.snapkeeper.simulation.trace;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Forges the traces of a real run, one thing at a time. */
public final class Forgeries {

  private static final Pattern AT = Pattern.compile(" at=(\\d+)");

  private final List<String> names = new ArrayList<>();
  private final List<List<String>> files = new ArrayList<>();
  private final List<Forgery> made = new ArrayList<>();

  private final double where;

  private Forgeries(double where) {
    this.where = where;
  }

  /**
   * Every forgery that this class knows, in the middle of the traces.
   *
   * @param traces of a run with slots, accepted as they are
   * @throws AssertionError if the run lacks what one of them needs
   */
  public static List<Forgery> of(List<TraceSource> traces) throws IOException {
    return of(traces, 0.5);
  }

  /**
   * The same elsewhere.
   *
   * @param where from 0, at the first place that can be forged so, to 1, at the last one
   */
  public static List<Forgery> of(List<TraceSource> traces, double where) throws IOException {
    Forgeries forgeries = new Forgeries(where);
    for (TraceSource trace : traces) {
      List<String> lines = new ArrayList<>();
      trace.forEach((number, text) -> lines.add(text));
      forgeries.names.add(trace.name());
      forgeries.files.add(lines);
    }
    forgeries.reports();
    forgeries.grants();
    forgeries.slots();
    forgeries.order();
    forgeries.epochs();
    forgeries.lines();
    return forgeries.made;
  }

  private void reports() {
    Place taken = find("a report of another server", place -> isForeignReport(place));
    change("a report that the leader took", taken, raised("p99Micros", 1), true);
    change("the backlog in a report that the leader took", taken, raised("txns", 7), false);
    change("the stamp of a report that the leader took", taken, raised("stamp", 1), false);
    Place made = find("a report that another one follows", place -> isFollowed(place));
    change("a report as its member made it", made, raised("unscheduled", 1), true);
    Place next = made.next("member reports");
    remove("a report as its member made it", made, next.index - 1);
    Place alone =
        find("a report without answers", p -> isForeignReport(p) && isLeaderEvent(p.at(1)));
    insert("a report that arrives twice", alone, alone.text());
  }

  private void grants() {
    Place grant = find("a grant", place -> place.text().startsWith("leader grant"));
    String another =
        grant
            .text()
            .replaceFirst("slot=0x[0-9a-f]+", "slot=0x" + Long.toHexString(grant.slot() + 1));
    insert("a grant", grant, another);
    remove("a grant", grant, grant.next("leader").index - 1);
    change("the receiver of a grant", grant, raised("sid", 1), true);
    // What else a message brings, such as a new order, is answered first.
    Place heard =
        find(
            "a grant heard",
            p ->
                p.text().endsWith("degraded=false")
                    && p.next("member").text().startsWith("member notes text=\"slot received"),
            "member hears");
    Place after = heard.next("member");
    String without = heard.text().replaceFirst(" grant=true.*", " grant=false");
    replace("a grant that was not heard", heard, without, after.index);
    Place plain =
        find(
            "a message without a grant, to which nothing is answered",
            p ->
                p.text().endsWith("grant=false")
                    && !p.next("member").text().startsWith("member notes"),
            "member hears");
    String slot = " grant=true slot=0x%x ttlMillis=5000 degraded=false";
    long id = plain.number("epoch") << 32 | 0xFFFF;
    String with = plain.text().replaceFirst(" grant=false", slot.formatted(id));
    replace("a grant that nobody made, heard", plain, with, plain.next("member").index);
  }

  private void slots() {
    Place end = find("a slot's end", p -> p.text().endsWith("\"done\""), "leader ended");
    remove("a slot's end", end, end.next("leader").index - 1);
    change("a slot's outcome", end, text -> text.replace("\"done\"", "\"expired\""), true);
    Place quiet =
        find(
            "a member at rest",
            p -> p.next("member").text().startsWith("member tick") && !hasJustFired(p),
            "member tick");
    insert(
        "a snapshot that begins without a slot",
        quiet,
        "member started at=" + quiet.number("at") + " scheduled=true");
    Place fired = find("a slot that fires", p -> p.text().contains("cause=slot"), "member fired");
    long old = fired.slot() - (1L << 32);
    change(
        "a slot of an old epoch that fires",
        fired,
        text -> text.replaceFirst("slot=0x[0-9a-f]+", "slot=0x" + Long.toHexString(old)),
        true);
  }

  private void order() {
    Place first =
        find(
            "two steps of a leader at different times",
            p ->
                isLeaderEvent(p)
                    && isLeaderEvent(p.next("leader"))
                    && isLeaderEvent(p.next("leader").next("leader"))
                    && p.number("at") < p.next("leader").number("at"));
    Place second = first.next("leader");
    List<String> lines = new ArrayList<>(first.lines());
    lines.set(first.index, second.text());
    lines.set(second.index, first.text());
    add("two steps of a leader swapped", first.file, lines, second.index, true);

    Place started =
        find("a slot's snapshot", p -> p.text().endsWith("scheduled=true"), "member started");
    Place fired = started;
    while (!fired.text().startsWith("member fired")) {
      fired = fired.at(-1);
    }
    lines = new ArrayList<>(started.lines());
    lines.remove(started.index);
    lines.add(fired.index, started.text());
    add("a snapshot that begins before its slot fires", started.file, lines, fired.index, true);
  }

  private void epochs() {
    Place begins =
        find(
            "a term with a grant",
            p -> p.text().startsWith("leader begins") && p.hasNext("leader grant"));
    change("the epoch of a term", begins, raised("epoch", 1), false);
    Place serves =
        find(
            "a member that hears a leader",
            p -> p.text().startsWith("member serves") && p.hasNext("member hears"));
    change("the epoch in which a member serves", serves, raised("epoch", 1), false);
  }

  private void lines() {
    Place tick = find("a tick", place -> place.text().startsWith("member tick"));
    insert("a loss", tick, "lost lines=3");
    change("a number", tick, text -> text.replaceFirst("at=", "at=x"), true);
  }

  // ---- places

  /** A line of one file. */
  private final class Place {
    private final int file;
    private final int index;

    Place(int file, int index) {
      this.file = file;
      this.index = index;
    }

    List<String> lines() {
      return files.get(file);
    }

    String text() {
      return index < 0 || index >= lines().size() ? "" : lines().get(index);
    }

    Place at(int distance) {
      return new Place(file, index + distance);
    }

    /** The next line that begins so; one without text behind the last if there is none. */
    Place next(String prefix) {
      Place place = at(1);
      while (place.index < lines().size() && !place.text().startsWith(prefix)) {
        place = place.at(1);
      }
      return place;
    }

    boolean hasNext(String prefix) {
      return lines().subList(index + 1, lines().size()).stream()
          .anyMatch(l -> l.startsWith(prefix));
    }

    long number(String key) {
      Matcher matcher = Pattern.compile(" " + key + "=(\\d+)").matcher(text());
      if (!matcher.find()) {
        throw new AssertionError("no " + key + " in " + text());
      }
      return Long.parseLong(matcher.group(1));
    }

    long slot() {
      Matcher matcher = Pattern.compile(" slot=0x([0-9a-f]+)").matcher(text());
      if (!matcher.find()) {
        throw new AssertionError("no slot in " + text());
      }
      return Long.parseLong(matcher.group(1), 16);
    }
  }

  private interface Search {
    boolean fits(Place place);
  }

  private Place find(String what, Search search) {
    return find(what, search, "");
  }

  /** One of all places that fit. */
  private Place find(String what, Search search, String prefix) {
    List<Place> found = new ArrayList<>();
    for (int file = 0; file < files.size(); file++) {
      int of = file;
      IntPredicate fits =
          index -> {
            Place place = new Place(of, index);
            return place.text().startsWith(prefix) && search.fits(place);
          };
      // Not the last lines: what is cut there may be missing for a good reason.
      for (int index = 1; index < files.get(file).size() - 50; index++) {
        if (fits.test(index)) {
          found.add(new Place(file, index));
        }
      }
    }
    if (found.isEmpty()) {
      throw new AssertionError("these traces have no " + what + " to forge");
    }
    return found.get((int) Math.round(where * (found.size() - 1)));
  }

  private static boolean hasJustFired(Place place) {
    for (int back = 1; back <= 50; back++) {
      if (place.at(-back).text().startsWith("member fired")) {
        return true;
      }
    }
    return false;
  }

  private boolean isForeignReport(Place place) {
    return place.text().startsWith("leader reported")
        && !files.get(place.file).get(0).endsWith(" sid=" + place.number("sid"));
  }

  /** Of the last one to a leader only that leader's own trace shows the absence. */
  private static boolean isFollowed(Place place) {
    return place.text().startsWith("member reports")
        && place.hasNext("member reports")
        && place.next("member reports").number("seq") == place.number("seq") + 1;
  }

  /** A leader's line with a time is a step; its answers have none. */
  private static boolean isLeaderEvent(Place place) {
    return place.text().startsWith("leader ") && AT.matcher(place.text()).find();
  }

  // ---- forging

  private static UnaryOperator<String> raised(String key, long by) {
    return text -> {
      Matcher matcher = Pattern.compile("(?<= )" + key + "=(\\d+)").matcher(text);
      if (!matcher.find()) {
        throw new AssertionError("no " + key + " in " + text);
      }
      long value = Long.parseLong(matcher.group(1)) + by;
      return text.substring(0, matcher.start()) + key + "=" + value + text.substring(matcher.end());
    };
  }

  private void change(String what, Place place, UnaryOperator<String> change, boolean exact) {
    List<String> lines = new ArrayList<>(place.lines());
    lines.set(place.index, change.apply(place.text()));
    add(what + " altered", place.file, lines, place.index, exact);
  }

  private void replace(String what, Place place, String text, int refusedIndex) {
    List<String> lines = new ArrayList<>(place.lines());
    lines.set(place.index, text);
    add(what, place.file, lines, refusedIndex, true);
  }

  private void insert(String what, Place after, String text) {
    List<String> lines = new ArrayList<>(after.lines());
    lines.add(after.index + 1, text);
    add(what + " inserted", after.file, lines, after.index + 1, true);
  }

  private void remove(String what, Place place, int refusedIndex) {
    List<String> lines = new ArrayList<>(place.lines());
    lines.remove(place.index);
    add(what + " removed", place.file, lines, refusedIndex, true);
  }

  private void add(String what, int file, List<String> lines, int index, boolean exact) {
    List<TraceSource> traces = new ArrayList<>();
    for (int i = 0; i < files.size(); i++) {
      traces.add(TraceSource.of(names.get(i), i == file ? lines : files.get(i)));
    }
    made.add(new Forgery(what, traces, names.get(file), index + 1L, exact));
  }
}
