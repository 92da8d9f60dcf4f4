package io.snapkeeper.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The manifests, read into the types of the Kubernetes API, and what holds between them. */
class KubernetesManifestsTest {

  private static final Path DIRECTORY =
      Path.of(System.getProperty("snapkeeper.repo"), "deploy", "kubernetes");

  private static final Map<String, Class<? extends HasMetadata>> KINDS =
      Map.of(
          "v1 Service", Service.class,
          "policy/v1 PodDisruptionBudget", PodDisruptionBudget.class,
          "apps/v1 StatefulSet", StatefulSet.class);

  /** Refuses fields that the API does not have. The model's classes would keep them aside. */
  private static final ObjectMapper STRICT =
      new ObjectMapper()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .setAnnotationIntrospector(
              new JacksonAnnotationIntrospector() {
                @Override
                public Boolean hasAnySetter(Annotated member) {
                  return false;
                }
              });

  private final List<HasMetadata> objects = new ArrayList<>();
  private StatefulSet servers;
  private PodSpec pod;

  @BeforeEach
  void read() throws IOException {
    Yaml yaml = new Yaml(new SafeConstructor(new LoaderOptions()));
    for (Object document : yaml.loadAll(Files.readString(DIRECTORY.resolve("zookeeper.yaml")))) {
      Map<?, ?> object = (Map<?, ?>) document;
      String kind = object.get("apiVersion") + " " + object.get("kind");
      assertThat(KINDS).containsKey(kind);
      objects.add(STRICT.convertValue(object, KINDS.get(kind)));
    }
    servers = only(StatefulSet.class);
    pod = servers.getSpec().getTemplate().getSpec();
  }

  @Test
  void aFieldThatTheApiDoesNotHaveWouldBeSeen() {
    Map<String, Object> wrong =
        Map.of("spec", Map.of("template", Map.of("spec", Map.of("initContainer", List.of()))));

    assertThatThrownBy(() -> STRICT.convertValue(wrong, StatefulSet.class))
        .hasRootCauseInstanceOf(UnrecognizedPropertyException.class)
        .hasMessageContaining("initContainer");
  }

  @Test
  void everythingIsAboutTheSamePods() {
    Map<String, String> labels = servers.getSpec().getTemplate().getMetadata().getLabels();
    assertThat(labels).isNotEmpty();
    assertThat(servers.getSpec().getSelector().getMatchLabels()).isEqualTo(labels);
    PodDisruptionBudget budget = only(PodDisruptionBudget.class);
    assertThat(budget.getSpec().getSelector().getMatchLabels()).isEqualTo(labels);
    assertThat(budget.getSpec().getMaxUnavailable().getIntVal()).isEqualTo(1);
    assertThat(all(Service.class))
        .hasSize(2)
        .allSatisfy(service -> assertThat(service.getSpec().getSelector()).isEqualTo(labels));
    assertThat(
            pod.getAffinity()
                .getPodAntiAffinity()
                .getRequiredDuringSchedulingIgnoredDuringExecution())
        .singleElement()
        .satisfies(term -> assertThat(term.getLabelSelector().getMatchLabels()).isEqualTo(labels));
  }

  @Test
  void serversCallOneAnotherByTheNamesThatTheyHave() {
    String service = servers.getSpec().getServiceName();
    Service headless =
        all(Service.class).stream()
            .filter(candidate -> candidate.getMetadata().getName().equals(service))
            .findFirst()
            .orElseThrow();
    assertThat(headless.getSpec().getClusterIP()).isEqualTo("None");
    assertThat(headless.getSpec().getPublishNotReadyAddresses()).isTrue();
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < servers.getSpec().getReplicas(); i++) {
      expected.add(
          "server.%d=%s-%d.%s:2888:3888;2181"
              .formatted(i + 1, servers.getMetadata().getName(), i, service));
    }
    assertThat(environment("ZOO_SERVERS").split(" ")).containsExactlyElementsOf(expected);
  }

  /** As with stock: one that cannot be pulled keeps a pod from starting. */
  @Test
  void aServerNeedsOneImageOnly() {
    assertThat(containers()).containsExactly(server());
    assertThat(server().getImage())
        .isEqualTo("snapkeeper/zookeeper:" + System.getProperty("snapkeeper.version"));
    assertThat(server().getImagePullPolicy()).isEqualTo("IfNotPresent");
    assertThat(server().getArgs())
        .singleElement()
        .asString()
        .endsWith("exec snapkeeper-entrypoint zkServer.sh start-foreground");
  }

  @Test
  void whatIsWrittenIsOnAVolume() {
    Set<String> volumes = new HashSet<>();
    pod.getVolumes().stream().map(Volume::getName).forEach(volumes::add);
    servers.getSpec().getVolumeClaimTemplates().stream()
        .map((PersistentVolumeClaim claim) -> claim.getMetadata().getName())
        .forEach(volumes::add);
    containers()
        .flatMap(container -> container.getVolumeMounts().stream())
        .map(VolumeMount::getName)
        .forEach(name -> assertThat(volumes).contains(name));
    assertThat(environment("ZOO_DATA_LOG_DIR")).startsWith(mount(server(), "data") + "/");
    assertThat(environment("ZOO_CONF_DIR")).isEqualTo(mount(server(), "run"));
    assertThat(environment("ZOOCFGDIR")).isEqualTo(mount(server(), "run"));
  }

  /** As the Pod Security Standard "restricted" asks. */
  @Test
  void nothingRunsAsRootOrMayBecomeMore() {
    assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
    assertThat(pod.getSecurityContext().getRunAsUser()).isEqualTo(1000);
    assertThat(pod.getSecurityContext().getFsGroup()).isEqualTo(1000);
    assertThat(pod.getSecurityContext().getSeccompProfile().getType()).isEqualTo("RuntimeDefault");
    containers()
        .forEach(
            container -> {
              SecurityContext context = container.getSecurityContext();
              assertThat(context.getAllowPrivilegeEscalation()).isFalse();
              assertThat(context.getReadOnlyRootFilesystem()).isTrue();
              assertThat(context.getCapabilities().getDrop()).containsExactly("ALL");
            });
  }

  @Test
  void noProbeDependsOnThePlugin() {
    Container server = server();
    assertThat(server.getReadinessProbe().getExec().getCommand().toString())
        .contains("srvr")
        .doesNotContain("snapkeeper");
    assertThat(server.getLivenessProbe().getTcpSocket()).isNotNull();
    assertThat(server.getStartupProbe().getTcpSocket()).isNotNull();
  }

  private Stream<Container> containers() {
    return Stream.concat(pod.getInitContainers().stream(), pod.getContainers().stream());
  }

  private Container server() {
    return pod.getContainers().get(0);
  }

  private String environment(String name) {
    return server().getEnv().stream()
        .filter(variable -> variable.getName().equals(name))
        .findFirst()
        .orElseThrow()
        .getValue();
  }

  private static String mount(Container container, String volume) {
    return container.getVolumeMounts().stream()
        .filter(mount -> mount.getName().equals(volume))
        .findFirst()
        .orElseThrow()
        .getMountPath();
  }

  private <T> List<T> all(Class<T> type) {
    return objects.stream().filter(type::isInstance).map(type::cast).toList();
  }

  private <T> T only(Class<T> type) {
    assertThat(all(type)).hasSize(1);
    return all(type).get(0);
  }
}
