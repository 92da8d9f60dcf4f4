package io.snapkeeper.simulation.run;

/**
 * A run in which a rule of the schedule was broken. The message ends with a command to repeat it.
 */
public final class SeedFailed extends RuntimeException {

  private static final long serialVersionUID = 1;

  SeedFailed(String broken, String replayCommand, Throwable cause) {
    super(broken + "; to repeat it: " + replayCommand, cause);
  }
}
