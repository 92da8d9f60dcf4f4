package io.snapkeeper.containers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

class ComposeFileTest {

  private static final List<String> SERVERS = List.of("zoo1", "zoo2", "zoo3", "zoo4", "zoo5");

  private static final Path FILE =
      Path.of(System.getProperty("snapkeeper.repo"), "docker", "compose.yml");

  private Map<String, Object> compose;

  @BeforeEach
  void read() throws IOException {
    compose = yaml(FILE);
  }

  @Test
  void hasFiveServersThatKnowOneAnother() {
    assertThat(map(compose, "services")).containsKeys(SERVERS.toArray(String[]::new));
    for (String name : SERVERS) {
      Map<String, Object> environment = map(service(name), "environment");
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
    for (String name : map(compose, "services").keySet()) {
      assertThat(list(service(name), "ports"))
          .allSatisfy(port -> assertThat(port).matches("127\\.0\\.0\\.1:\\$\\{\\w+-\\d+}:\\d+"))
          .allSatisfy(port -> assertThat(published.add(port.split("[-}]", -1)[1])).isTrue());
    }
    for (String name : SERVERS) {
      assertThat(list(service(name), "ports"))
          .extracting(port -> port.substring(port.lastIndexOf(':')))
          .containsExactly(":2181", ":8080", ":17000");
    }
  }

  @Test
  void everyServerHasVolumesOfItsOwn() {
    Set<String> used = new HashSet<>();
    for (String name : SERVERS) {
      assertThat(list(service(name), "volumes"))
          .hasSize(2)
          .allSatisfy(volume -> assertThat(volume).matches("\\w+:/data(log)?"))
          .allSatisfy(volume -> assertThat(used.add(volume.split(":", -1)[0])).isTrue());
    }
    assertThat(map(compose, "volumes").keySet()).containsAll(used);
  }

  /** The image has no such directory: Docker makes one that belongs to root. */
  @Test
  void whereZooCfgIsWrittenBelongsToTheServerAtEveryStart() {
    for (String name : SERVERS) {
      Object conf = map(service(name), "environment").get("ZOO_CONF_DIR");
      assertThat(list(service(name), "tmpfs")).contains(conf + ":uid=1000,gid=1000,mode=0755");
    }
  }

  @Test
  void nothingRunsAsRootOrMayBecomeMore() {
    for (String name : map(compose, "services").keySet()) {
      Map<String, Object> service = service(name);
      assertThat(list(service, "cap_drop")).as(name).containsExactly("ALL");
      assertThat(list(service, "security_opt")).as(name).containsExactly("no-new-privileges:true");
      // Grafana's image names its own user; whether it runs on a read-only root was not tried.
      if (!name.equals("grafana")) {
        assertThat(service.get("read_only")).as(name).isEqualTo(true);
      }
    }
    assertThat(SERVERS)
        .allSatisfy(name -> assertThat(service(name).get("user")).isEqualTo("1000:1000"));
  }

  @Test
  void imagesAreThoseThatAreBuiltHereOrOfAFixedVersion() {
    String version = System.getProperty("snapkeeper.version");
    assertThat(SERVERS)
        .allSatisfy(
            name ->
                assertThat(service(name).get("image"))
                    .isEqualTo("${SNAPKEEPER_IMAGE:-snapkeeper/zookeeper:" + version + "}"));
    assertThat(service("snapkeeper").get("image"))
        .isEqualTo("${SNAPKEEPER_CLI_IMAGE:-snapkeeper/cli:" + version + "}");
    assertThat(List.of("prometheus", "grafana"))
        .allSatisfy(
            name ->
                assertThat(service(name).get("image").toString())
                    .matches("\\$\\{\\w+:-[a-z]+/[a-z]+:v?\\d+\\.\\d+\\.\\d+}"));
  }

  @Test
  void whatIsMountedIsThere() {
    for (String name : List.of("prometheus", "grafana")) {
      assertThat(list(service(name), "volumes"))
          .filteredOn(volume -> volume.startsWith("."))
          .isNotEmpty()
          .allSatisfy(
              volume -> {
                assertThat(FILE.resolveSibling(volume.split(":", -1)[0])).exists();
                assertThat(volume).endsWith(":ro");
              });
    }
  }

  @Test
  void prometheusScrapesEveryServerAsOneJob() throws IOException {
    Map<String, Object> prometheus = yaml(FILE.resolveSibling("prometheus.yml"));
    assertThat(prometheus.get("scrape_configs"))
        .asInstanceOf(InstanceOfAssertFactories.list(Map.class))
        .singleElement()
        .extracting(job -> job.get("static_configs"))
        .asString()
        .isEqualTo(
            "[{targets=%s}]".formatted(SERVERS.stream().map(name -> name + ":17000").toList()));
    assertThat(map(service("zoo1"), "environment").get("ZOO_CFG_EXTRA").toString())
        .contains("snapkeeper.metrics.port=17000");
  }

  /** Compose v2 warns about it, and v1 reads an old format where it is there. */
  @Test
  void namesNoVersion() {
    assertThat(compose).doesNotContainKey("version");
  }

  private Map<String, Object> service(String name) {
    return map(map(compose, "services"), name);
  }

  @SuppressWarnings("unchecked") // YAML has no types; a wrong one fails the test here.
  private static Map<String, Object> map(Map<String, Object> in, String key) {
    return (Map<String, Object>) in.get(key);
  }

  @SuppressWarnings("unchecked") // As above.
  private static List<String> list(Map<String, Object> in, String key) {
    return (List<String>) in.getOrDefault(key, List.of());
  }

  private static Map<String, Object> yaml(Path file) throws IOException {
    return new Yaml(new SafeConstructor(new LoaderOptions())).load(Files.readString(file));
  }
}
