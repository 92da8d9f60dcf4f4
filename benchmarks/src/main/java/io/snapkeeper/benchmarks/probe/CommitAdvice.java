package io.snapkeeper.benchmarks.probe;

import net.bytebuddy.asm.Advice;

/** Copied around {@code FileTxnLog.commit()}. */
final class CommitAdvice {

  private CommitAdvice() {}

  @Advice.OnMethodEnter
  static long enter() {
    return System.nanoTime();
  }

  @Advice.OnMethodExit
  static void exit(@Advice.Enter long startNanos) {
    Probe.committed(startNanos);
  }
}
