package io.snapkeeper.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** docs/faults.md names the scenarios that there are. */
class FaultPageTest {

  private static final List<Class<?>> CLASSES =
      List.of(
          ServerScenarios.class,
          ServerFaultsIT.class,
          WriterFaultsIT.class,
          NetworkFaultsIT.class,
          DiskFaultsIT.class,
          ClockFaultsIT.class,
          UpgradeIT.class);

  @Test
  void namesEachScenario() throws IOException {
    assertThat(namedByThePage()).isEqualTo(scenarios());
  }

  @Test
  void eachScenarioHasANameOfItsOwn() {
    assertThat(scenarios())
        .hasSize((int) CLASSES.stream().flatMap(type -> methods(type).stream()).count());
  }

  private static Set<String> scenarios() {
    return CLASSES.stream()
        .flatMap(type -> methods(type).stream())
        .map(method -> method.getAnnotation(DisplayName.class).value())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static List<Method> methods(Class<?> type) {
    return List.of(type.getDeclaredMethods()).stream()
        .filter(method -> method.isAnnotationPresent(Test.class))
        .toList();
  }

  private static Set<String> namedByThePage() throws IOException {
    Path page = Path.of(System.getProperty("snapkeeper.repo"), "docs", "faults.md");
    return Files.readAllLines(page).stream()
        .filter(line -> line.matches("\\| [A-Za-z]+IT \\|.*"))
        .filter(line -> !line.startsWith("| Random"))
        .map(line -> line.split("\\|", -1)[2].strip())
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
