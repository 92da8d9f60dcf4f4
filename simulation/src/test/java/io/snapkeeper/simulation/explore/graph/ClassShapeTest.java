package io.snapkeeper.simulation.explore.graph;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ClassShapeTest {

  static Iterable<String> irrelevant() {
    return ClassShape.IRRELEVANT;
  }

  /** A renamed field would silently become part of the state, or another one no part of it. */
  @ParameterizedTest
  @MethodSource("irrelevant")
  void aFieldThatIsLeftOutExists(String path) throws ReflectiveOperationException {
    int dot = path.lastIndexOf('.');
    assertThat(Class.forName(path.substring(0, dot)).getDeclaredField(path.substring(dot + 1)))
        .isNotNull();
  }
}
