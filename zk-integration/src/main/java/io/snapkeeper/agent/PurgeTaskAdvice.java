package io.snapkeeper.agent;

import io.snapkeeper.zk.purge.PurgeHook;
import net.bytebuddy.asm.Advice;

/**
 * Copied by Byte Buddy into {@code DatadirCleanupManager.PurgeTask.run()}: skips the purge where
 * the plugin will run it later, or runs the method as it stands. The latter also where the class
 * loader of an embedded server does not see the plugin: an error would end ZooKeeper's timer.
 */
final class PurgeTaskAdvice {

  private PurgeTaskAdvice() {}

  @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class, suppress = Throwable.class)
  static boolean enter(@Advice.This Runnable purge) {
    return PurgeHook.defers(purge);
  }
}
