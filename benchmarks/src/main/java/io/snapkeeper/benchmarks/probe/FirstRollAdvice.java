package io.snapkeeper.benchmarks.probe;

import net.bytebuddy.asm.Advice;

/** Copied to the end of {@code SyncRequestProcessor.resetSnapshotStats()}. */
final class FirstRollAdvice {

  private FirstRollAdvice() {}

  @Advice.OnMethodExit
  static void exit(
      @Advice.FieldValue(value = "randRoll", readOnly = false) int randRoll,
      @Advice.FieldValue("snapCount") int snapCount) {
    randRoll = FirstCycle.roll(randRoll, snapCount);
  }
}
