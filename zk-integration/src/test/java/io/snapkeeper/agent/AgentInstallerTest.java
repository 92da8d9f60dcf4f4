package io.snapkeeper.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AgentInstallerTest {

  private final List<Object> installed = new ArrayList<>();
  private int added;

  private final Instrumentation instrumentation =
      (Instrumentation)
          Proxy.newProxyInstance(
              AgentInstallerTest.class.getClassLoader(),
              new Class<?>[] {Instrumentation.class},
              (proxy, method, arguments) ->
                  switch (method.getName()) {
                    case "addTransformer" -> {
                      added++;
                      installed.add(arguments[0]);
                      yield null;
                    }
                    case "removeTransformer" -> installed.remove(arguments[0]);
                    default -> throw new UnsupportedOperationException(method.getName());
                  });

  /** Each that stayed would be shown every class that the server loads. */
  @Test
  void noTransformerStaysInAServer() {
    AgentInstaller.install(instrumentation);
    assertThat(added).isEqualTo(3);
    assertThat(installed).isEmpty();
  }

  /** The class loader of an embedded server comes later. */
  @Test
  void transformersWaitForClassesThatAreNotThereYet() {
    AgentInstaller.install(instrumentation, ClassLoader.getPlatformClassLoader());
    assertThat(installed).hasSize(3);
  }
}
