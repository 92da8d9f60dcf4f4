package io.snapkeeper.benchmarks.probe;

import net.bytebuddy.asm.Advice;

/**
 * Copied to the end of the plugin's {@code Member.startServing()}: a leader's snapshot at its start
 * is over by then.
 */
final class SeedAdvice {

  private SeedAdvice() {}

  @Advice.OnMethodExit
  static void exit(@Advice.FieldValue("backlog") Object backlog)
      throws ReflectiveOperationException {
    FirstCycle.seed(backlog);
  }
}
