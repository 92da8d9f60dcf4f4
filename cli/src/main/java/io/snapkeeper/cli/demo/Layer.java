package io.snapkeeper.cli.demo;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What of the plugin is switched on. */
enum Layer {
  SCHEDULER("scheduler", "snapkeeper.scheduler", "on", "off"),
  SNAPSHOTS("snapshots", "snapkeeper.snapshots", "direct", "stock"),
  // This placement needs neither privileges nor a second process.
  LOG("log", "snapkeeper.writer", "in-process", "off");

  private final String word;
  private final String key;
  private final String on;
  private final String off;

  Layer(String word, String key, String on, String off) {
    this.word = word;
    this.key = key;
    this.on = on;
    this.off = off;
  }

  static Optional<Layer> of(String word) {
    return Arrays.stream(values()).filter(layer -> layer.word.equals(word)).findFirst();
  }

  static String words(Set<Layer> layers) {
    return EnumSet.copyOf(layers).stream()
        .map(layer -> layer.word)
        .collect(Collectors.joining(", "));
  }

  /** Lines of zoo.cfg that switch these on and the others off. */
  static Map<String, String> config(Set<Layer> layers) {
    Map<String, String> lines = new LinkedHashMap<>();
    for (Layer layer : values()) {
      lines.put(layer.key, layers.contains(layer) ? layer.on : layer.off);
    }
    return lines;
  }
}
