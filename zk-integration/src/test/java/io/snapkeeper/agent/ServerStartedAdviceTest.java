package io.snapkeeper.agent;

import static org.assertj.core.api.Assertions.assertThatCode;

import io.snapkeeper.ensemble.ServerLibraries.Line;
import java.lang.reflect.Method;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The stand-alone servers of both ZooKeepers go on with the agent's advice, whatever it does. */
class ServerStartedAdviceTest {

  private static final AdviceTransformer TRANSFORMER = AdviceTransformer.ofStandAloneServer();

  @ParameterizedTest
  @EnumSource(Line.class)
  void withThePluginTheServerGoesOn(Line line) {
    assertThatCode(() -> serverStarted(AdvisedClasses.of(line, TRANSFORMER)))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @EnumSource(Line.class)
  void whereThePluginIsNotSeenTheServerGoesOn(Line line) {
    assertThatCode(() -> serverStarted(AdvisedClasses.withoutPlugin(line, TRANSFORMER)))
        .doesNotThrowAnyException();
  }

  private static void serverStarted(ClassLoader loader) throws Exception {
    Class<?> main = loader.loadClass(TRANSFORMER.target());
    Method serverStarted = main.getDeclaredMethod("serverStarted");
    serverStarted.setAccessible(true);
    serverStarted.invoke(main.getConstructor().newInstance());
  }
}
