package io.snapkeeper.benchmarks.probe;

import net.bytebuddy.asm.Advice;

/**
 * Copied to the beginning of the plugin's {@code StreamedWrite.wrote()}: nothing is to be forced
 * before the snapshot is complete.
 */
final class UnforcedAdvice {

  private UnforcedAdvice() {}

  // Written to the field, which the copied code reads.
  @SuppressWarnings("UnusedVariable")
  @Advice.OnMethodEnter
  static void enter(@Advice.FieldValue(value = "unforcedBytes", readOnly = false) long unforced) {
    unforced = 0;
  }
}
