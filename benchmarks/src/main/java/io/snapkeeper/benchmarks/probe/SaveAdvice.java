package io.snapkeeper.benchmarks.probe;

import net.bytebuddy.asm.Advice;

/** Copied around {@code FileTxnSnapLog.save()}, which writes a snapshot. */
final class SaveAdvice {

  private SaveAdvice() {}

  @Advice.OnMethodEnter
  static long[] enter() {
    return new long[] {System.nanoTime(), Probe.snapshotBegins()};
  }

  @Advice.OnMethodExit
  static void exit(@Advice.Enter long[] start) {
    Probe.snapshotEnded(start[0], start[1]);
  }
}
