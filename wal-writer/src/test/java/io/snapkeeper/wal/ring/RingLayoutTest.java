package io.snapkeeper.wal.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The server's description of the ring is the writer's. */
class RingLayoutTest {

  @Test
  void bothSidesHaveTheSamePlaces() throws Exception {
    Process process = new ProcessBuilder(TestWriter.binary().path().toString(), "--layout").start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    Map<String, Long> writers = new TreeMap<>();
    text.lines()
        .map(line -> line.split(" "))
        .forEach(words -> writers.put(words[0], Long.parseLong(words[1])));
    Map<String, Long> servers = new TreeMap<>();
    for (Field field : RingLayout.class.getDeclaredFields()) {
      if (field.getType() == int.class) {
        servers.put(field.getName(), (long) field.getInt(null));
      }
    }
    assertThat(servers).isEqualTo(writers).hasSizeGreaterThan(20);
  }
}
