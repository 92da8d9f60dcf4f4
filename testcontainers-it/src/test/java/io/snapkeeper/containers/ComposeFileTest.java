package io.snapkeeper.containers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

class ComposeFileTest {

  private static final List<String> SERVERS = List.of("zoo1", "zoo2", "zoo3", "zoo4", "zoo5");

  private Map<String, Object> compose;

  @BeforeEach
  void read() throws IOException {
    Path file = Path.of(System.getProperty("snapkeeper.repo"), "docker", "compose.yml");
    compose = new Yaml(new SafeConstructor(new LoaderOptions())).load(Files.readString(file));
  }

  @Test
  void hasFiveServersThatKnowOneAnother() {
    assertThat(map(compose, "services")).containsOnlyKeys(SERVERS);
    for (String name : SERVERS) {
      Map<String, Object> environment = map(server(name), "environment");
      assertThat(name).isEqualTo("zoo" + environment.get("ZOO_MY_ID"));
      for (String other : SERVERS) {
        String id = other.substring("zoo".length());
        assertThat(environment.get("ZOO_SERVERS").toString().split(" "))
            .contains("server." + id + "=" + other + ":2888:3888;2181");
      }
    }
  }

  @Test
  void publishesOnLoopbackOnlyAndNoPortTwice() {
    Set<String> published = new HashSet<>();
    for (String name : SERVERS) {
      assertThat(list(server(name), "ports"))
          .hasSize(2)
          .allSatisfy(port -> assertThat(port).matches("127\\.0\\.0\\.1:\\d+:(2181|8080)"))
          .allSatisfy(port -> assertThat(published.add(port.split(":", -1)[1])).isTrue());
    }
  }

  @Test
  void everyServerHasVolumesOfItsOwn() {
    Set<String> used = new HashSet<>();
    for (String name : SERVERS) {
      assertThat(list(server(name), "volumes"))
          .hasSize(2)
          .allSatisfy(volume -> assertThat(volume).matches("\\w+:/data(log)?"))
          .allSatisfy(volume -> assertThat(used.add(volume.split(":", -1)[0])).isTrue());
    }
    assertThat(map(compose, "volumes")).containsOnlyKeys(used);
  }

  @Test
  void imageIsTheOneThatBuildImageMakes() {
    String version = System.getProperty("snapkeeper.version");
    assertThat(SERVERS)
        .allSatisfy(
            name ->
                assertThat(server(name).get("image"))
                    .isEqualTo("${SNAPKEEPER_IMAGE:-snapkeeper/zookeeper:" + version + "}"));
  }

  /** Compose v2 warns about it, and v1 reads an old format where it is there. */
  @Test
  void namesNoVersion() {
    assertThat(compose).doesNotContainKey("version");
  }

  private Map<String, Object> server(String name) {
    return map(map(compose, "services"), name);
  }

  @SuppressWarnings("unchecked") // YAML has no types; a wrong one fails the test here.
  private static Map<String, Object> map(Map<String, Object> in, String key) {
    return (Map<String, Object>) in.get(key);
  }

  @SuppressWarnings("unchecked") // As above.
  private static List<String> list(Map<String, Object> in, String key) {
    return (List<String>) in.get(key);
  }
}
