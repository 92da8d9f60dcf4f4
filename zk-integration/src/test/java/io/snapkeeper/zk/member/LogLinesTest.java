package io.snapkeeper.zk.member;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class LogLinesTest {

  private final List<String> written = new CopyOnWriteArrayList<>();

  @Test
  void whileTheLogHangsLinesWaitInTheirOrderAndTheRestIsDropped() throws Exception {
    LogLines lines = new LogLines(2);
    CountDownLatch hangs = new CountDownLatch(1);
    CountDownLatch goesOn = new CountDownLatch(1);
    lines.say(
        () -> {
          hangs.countDown();
          try {
            goesOn.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          written.add("first");
        });
    hangs.await();
    for (String line : List.of("second", "third", "dropped")) {
      lines.say(() -> written.add(line));
    }

    goesOn.countDown();

    Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> written.size() == 3);
    lines.say(() -> written.add("last"));
    Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> written.size() == 4);
    assertThat(written).containsExactly("first", "second", "third", "last");
  }
}
