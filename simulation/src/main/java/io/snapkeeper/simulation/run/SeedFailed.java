package io.snapkeeper.simulation.run;

/**
 * A run in which a rule of the schedule was broken. The message ends with a command to repeat it.
 */
public final class SeedFailed extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final String broken;
  private final transient SimulationSpec spec;
  private final PolicyName policy;

  /**
   * @param broken which rule, and how
   */
  public SeedFailed(String broken, SimulationSpec spec, PolicyName policy, Throwable cause) {
    super(broken + "; to repeat it: " + spec.command(policy), cause);
    this.broken = broken;
    this.spec = spec;
    this.policy = policy;
  }

  /** Which rule was broken, and how. */
  public String broken() {
    return broken;
  }

  public SimulationSpec spec() {
    return spec;
  }

  public PolicyName policy() {
    return policy;
  }
}
