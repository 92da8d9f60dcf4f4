package io.snapkeeper.ensemble;

import io.snapkeeper.ensemble.ServerLibraries.Line;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one server of an ensemble is to be. Immutable; the {@code with} methods return changed
 * copies, as for one step of a rolling upgrade.
 *
 * @param sid server id, 1..255
 * @param observer whether it has no vote
 * @param line release line of ZooKeeper
 * @param agentJar an agent to start the JVM with; empty for a stock server
 * @param config further lines of zoo.cfg by key; they win over the harness's own
 * @param jvmFlags further flags of the JVM, in order, after the harness's own
 * @param dataParent where its data directory is made, for a disk of its own; empty for the
 *     ensemble's directory
 */
public record ServerSpec(
    long sid,
    boolean observer,
    Line line,
    Optional<Path> agentJar,
    Map<String, String> config,
    List<String> jvmFlags,
    Optional<Path> dataParent) {

  public ServerSpec {
    if (sid < 1 || sid > 255) {
      throw new IllegalArgumentException("server id " + sid + " is not in 1..255");
    }
    // Not Map.copyOf: the order of the lines in zoo.cfg should be the caller's.
    config = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(config));
    jvmFlags = List.copyOf(jvmFlags);
  }

  public ServerSpec withLine(Line newLine) {
    return new ServerSpec(sid, observer, newLine, agentJar, config, jvmFlags, dataParent);
  }

  public ServerSpec withAgent(Path jar) {
    return new ServerSpec(sid, observer, line, Optional.of(jar), config, jvmFlags, dataParent);
  }

  public ServerSpec withoutAgent() {
    return new ServerSpec(sid, observer, line, Optional.empty(), config, jvmFlags, dataParent);
  }

  /** Adds a line to zoo.cfg, or replaces the one with this key. */
  public ServerSpec withConfig(String key, String value) {
    Map<String, String> changed = new LinkedHashMap<>(config);
    changed.put(key, value);
    return new ServerSpec(sid, observer, line, agentJar, changed, jvmFlags, dataParent);
  }

  /** Adds a flag to the JVM's command line. */
  public ServerSpec withJvmFlag(String flag) {
    List<String> changed = new ArrayList<>(jvmFlags);
    changed.add(flag);
    return new ServerSpec(sid, observer, line, agentJar, config, changed, dataParent);
  }

  /** Puts the data directory into another one, which exists and has room. */
  public ServerSpec withDataParent(Path parent) {
    return new ServerSpec(
        sid, observer, line, agentJar, config, jvmFlags, Optional.of(parent.toAbsolutePath()));
  }
}
