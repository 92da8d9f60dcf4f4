package io.snapkeeper.ensemble;

import java.util.List;
import java.util.stream.Stream;

/**
 * Flags for every JVM that this one starts, from the system property {@code snapkeeper.jvmFlags}:
 * an observer of the build's tests comes into all of them this way.
 */
public final class FurtherJvmFlags {

  private static final String PROPERTY = "snapkeeper.jvmFlags";

  private FurtherJvmFlags() {}

  /** The flags; none if the property is not set or blank. */
  public static List<String> get() {
    return Stream.of(System.getProperty(PROPERTY, "").split("\\s+"))
        .filter(flag -> !flag.isEmpty())
        .toList();
  }

  /** The flag that hands them on to the JVMs which that one starts. */
  public static String handedOn() {
    return "-D" + PROPERTY + "=" + String.join(" ", get());
  }
}
