package io.snapkeeper.cli.simulate;

import io.snapkeeper.simulation.run.PolicyName;

/** A policy by its key. */
final class PolicyConverter extends WordConverter<PolicyName> {

  PolicyConverter() {
    super(PolicyName.values(), PolicyName::key);
  }
}
