package io.snapkeeper.zk.it;

import java.io.File;
import net.bytebuddy.asm.Advice;

/** Advice that makes a method throw while the file named by a system property exists. */
public final class InjectedFault {

  /** Names the file that switches the fault on. */
  public static final String SWITCH_PROPERTY = "it.fault";

  /** What the exception says. */
  static final String MESSAGE = "fault injected by a test";

  private InjectedFault() {}

  @Advice.OnMethodEnter
  static void enter() {
    String file = System.getProperty("it.fault");
    if (file != null && new File(file).exists()) {
      throw new IllegalStateException("fault injected by a test");
    }
  }
}
