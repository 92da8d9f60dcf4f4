package io.snapkeeper.wal.profile;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Reads {@link IoProperties} out of a text that people edit by hand. */
final class IoPropertiesReader {

  static final String DISKS = "disks";
  static final String MOUNTPOINT = "mountpoint";
  static final String READ_IOPS = "read_iops";
  static final String READ_BANDWIDTH = "read_bandwidth";
  static final String WRITE_IOPS = "write_iops";
  static final String WRITE_BANDWIDTH = "write_bandwidth";

  private static final Set<String> KEYS =
      Set.of(MOUNTPOINT, READ_IOPS, READ_BANDWIDTH, WRITE_IOPS, WRITE_BANDWIDTH);

  /** Keys of Seastar that the pacer has no use for; a file made for ScyllaDB may hold them. */
  private static final Set<String> SEASTAR_KEYS =
      Set.of(
          "read_saturation_length",
          "write_saturation_length",
          "duplex",
          "rate_factor",
          "max_cost_function");

  /** Lists in maps in a list; more is no profile, and deep nesting would exhaust the stack. */
  private static final int DEPTH_MAX = 8;

  private static final Pattern NUMBER = Pattern.compile("(\\d{1,18}(?:\\.\\d{1,9})?)([kMGT]?)");
  private static final String SUFFIXES = "kMGT";

  /**
   * 1 MB/s to 1 TB/s. The lower end is below every disk and above what somebody means who writes
   * megabytes where bytes are wanted.
   */
  private static final double BANDWIDTH_MIN = 1e6;

  private static final double BANDWIDTH_MAX = 1e12;
  private static final double IOPS_MIN = 1;
  private static final double IOPS_MAX = 1e9;

  private final String file;

  IoPropertiesReader(String file) {
    this.file = file;
  }

  IoProperties read(String text) throws IoPropertiesException {
    if (!(load(text) instanceof Map<?, ?> top) || !top.containsKey(DISKS)) {
      throw wrong("there is no key '" + DISKS + "'", "it must begin with `" + DISKS + ":`");
    }
    if (!(top.get(DISKS) instanceof List<?> list)) {
      throw wrong(
          "'" + DISKS + "' is " + shown(top.get(DISKS)),
          "it must be a list: one `- " + MOUNTPOINT + ": …` for each disk");
    }
    List<IoProperties.Disk> disks = new ArrayList<>();
    Set<Path> mountpoints = new HashSet<>();
    for (Object entry : list) {
      IoProperties.Disk disk = disk(entry, DISKS + "[" + disks.size() + "]");
      if (!mountpoints.add(disk.mountpoint())) {
        throw wrong(
            "'" + MOUNTPOINT + "' " + disk.mountpoint() + " occurs twice", "remove one of the two");
      }
      disks.add(disk);
    }
    return new IoProperties(disks);
  }

  private Object load(String text) throws IoPropertiesException {
    LoadSettings settings =
        LoadSettings.builder().setLabel(file).setMaxAliasesForCollections(0).build();
    try {
      int depth = 0;
      for (Event event : new Parse(settings).parseString(text)) {
        switch (event.getEventId()) {
          case SequenceStart, MappingStart -> depth++;
          case SequenceEnd, MappingEnd -> depth--;
          default -> {}
        }
        if (depth > DEPTH_MAX) {
          throw wrong(
              "it is nested deeper than " + DEPTH_MAX + " levels", "see docs/profile-disk.md");
        }
      }
      return new Load(settings).loadFromString(text);
    } catch (YamlEngineException e) {
      String problem = e.getMessage().strip().replaceAll("\\s*\\R\\s*", " ");
      throw wrong("it is not YAML (" + problem + ")", "correct it, or profile the disk again");
    }
  }

  private IoProperties.Disk disk(Object entry, String where) throws IoPropertiesException {
    if (!(entry instanceof Map<?, ?> map)) {
      throw wrong(where + " is " + shown(entry), "it must hold the keys " + new TreeSet<>(KEYS));
    }
    for (Object key : map.keySet()) {
      if (!(key instanceof String name && (KEYS.contains(name) || SEASTAR_KEYS.contains(name)))) {
        throw wrong(
            where + " has an unknown key " + shown(key), "the keys are " + new TreeSet<>(KEYS));
      }
    }
    DiskModel model =
        new DiskModel(
            number(map, where, READ_BANDWIDTH, BANDWIDTH_MIN, BANDWIDTH_MAX),
            number(map, where, READ_IOPS, IOPS_MIN, IOPS_MAX),
            number(map, where, WRITE_BANDWIDTH, BANDWIDTH_MIN, BANDWIDTH_MAX),
            number(map, where, WRITE_IOPS, IOPS_MIN, IOPS_MAX));
    return new IoProperties.Disk(mountpoint(map, where), model);
  }

  private Path mountpoint(Map<?, ?> map, String where) throws IoPropertiesException {
    Object value = map.get(MOUNTPOINT);
    String problem = where + "." + MOUNTPOINT + " is " + shown(value);
    String remedy = "write the absolute path where the disk is mounted, such as /var/lib/zookeeper";
    if (!(value instanceof String text)) {
      throw wrong(problem, remedy);
    }
    try {
      Path path = Path.of(text);
      if (path.isAbsolute()) {
        return path.normalize();
      }
    } catch (InvalidPathException e) {
      throw wrong(problem + " (" + e.getReason() + ")", remedy);
    }
    throw wrong(problem, remedy);
  }

  private double number(Map<?, ?> map, String where, String key, double least, double most)
      throws IoPropertiesException {
    Object value = map.get(key);
    double number = value == null ? Double.NaN : numberOf(value);
    if (number >= least && number <= most) {
      return number;
    }
    String unit = key.endsWith("iops") ? "requests per second" : "bytes per second";
    throw wrong(
        where + "." + key + (value == null ? " is missing" : " is " + shown(value)),
        String.format(
            Locale.ROOT,
            "write a number of %s from %.0f to %.0f; k, M, G and T mean 1,024 and its powers",
            unit,
            least,
            most));
  }

  /** NaN if it is none. */
  private static double numberOf(Object value) {
    if (value instanceof Number number) {
      return number.doubleValue();
    }
    Matcher matcher = NUMBER.matcher(value.toString());
    if (!(value instanceof String) || !matcher.matches()) {
      return Double.NaN;
    }
    int power = matcher.group(2).isEmpty() ? 0 : SUFFIXES.indexOf(matcher.group(2)) + 1;
    return Double.parseDouble(matcher.group(1)) * Math.pow(1024, power);
  }

  private static String shown(Object value) {
    if (value == null) {
      return "empty";
    }
    String text = value.toString().replaceAll("\\p{Cntrl}", "?");
    return "'" + (text.length() > 60 ? text.substring(0, 60) + "…" : text) + "'";
  }

  private IoPropertiesException wrong(String problem, String remedy) {
    return new IoPropertiesException(file, problem, remedy);
  }
}
