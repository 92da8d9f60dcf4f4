package io.snapkeeper.zk.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server ends although each of the steps before that may wait for a disk that hangs. */
@Timeout(120)
class ServerEndTest {

  /** A step's thread that gets no CPU time for so long would be missing from the steps. */
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private final List<String> steps = new CopyOnWriteArrayList<>();
  private final CountDownLatch never = new CountDownLatch(1);

  private Runnable held(String step) {
    return () -> {
      steps.add(step);
      try {
        never.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    };
  }

  private ServerEnd end(Runnable leave, Runnable exit) {
    return new ServerEnd(leave, exit, () -> steps.add("halt"), PATIENCE);
  }

  @Test
  void whatHangsIsNotWaitedFor() {
    end(held("leave"), held("exit")).exitThoughTheDiskHangs(() -> steps.add("say"));
    assertThat(steps).containsExactly("leave", "say", "exit", "halt");
    steps.clear();
    end(held("leave"), () -> steps.add("exit")).exitThoughTheDiskHangs(held("say"));
    assertThat(steps).containsExactly("leave", "say", "halt");
    never.countDown();
  }

  @Test
  void otherwiseItJustExits() {
    end(() -> steps.add("leave"), () -> steps.add("exit")).exit();
    assertThat(steps).containsExactly("exit");
  }
}
