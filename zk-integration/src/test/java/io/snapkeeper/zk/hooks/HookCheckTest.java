package io.snapkeeper.zk.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.ensemble.ServerLibraries.Line;
import io.snapkeeper.zk.hooks.Hook.Kind;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The hook table against the ZooKeepers it is for, and against wrong ones. */
class HookCheckTest {

  private static final String PEER = "org.apache.zookeeper.server.quorum.QuorumPeer";

  @Test
  void everyHookIsThereIn39() {
    assertThat(HookCheck.firstMismatch(getClass().getClassLoader())).isEmpty();
    assertThat(HookCheck.adminServerAuthenticates(getClass().getClassLoader())).isTrue();
  }

  @Test
  void everyHookIsThereIn38() throws IOException {
    try (URLClassLoader loader = StockLibraries.loader(Line.V3_8)) {
      assertThat(loader.loadClass("org.apache.zookeeper.server.ZooKeeperServer").getClassLoader())
          .isSameAs(loader);
      assertThat(HookCheck.firstMismatch(loader)).isEmpty();
      assertThat(HookCheck.adminServerAuthenticates(loader)).isFalse();
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void withoutZooKeeperTheFirstHookIsNamed() throws IOException {
    try (URLClassLoader empty =
        new URLClassLoader(new URL[0], ClassLoader.getPlatformClassLoader())) {
      assertThat(HookCheck.firstMismatch(empty).orElseThrow()).contains(PEER).contains("missing");
    }
  }

  /** The classes that have no such thread stand for a ZooKeeper that has renamed its own. */
  @Test
  void aThreadOfAnotherNameIsAMismatch() {
    assertThat(HookCheck.threadNameMismatch(PEER, getClass().getClassLoader()).orElseThrow())
        .contains(PEER)
        .contains("Snapshot Thread");
    assertThat(HookCheck.threadNameMismatch("no.such.Type", getClass().getClassLoader()))
        .hasValueSatisfying(reason -> assertThat(reason).contains("cannot be read"));
  }

  @ParameterizedTest
  @CsvSource({
    "3.8.0, true",
    "3.8.6, true",
    "3.9.5, true",
    "3.9.10-SNAPSHOT, true",
    "3.7.2, false",
    "3.10.0, false",
    "3.90.0, false",
    "4.0.0, false",
    "'', false",
  })
  void onlyTestedLinesAreKnown(String version, boolean tested) {
    assertThat(HookCheck.isTested(version)).isEqualTo(tested);
  }

  @Test
  void oneOfSeveralAlternativesIsEnough() {
    List<Hook> there = List.of(new Hook(PEER, Kind.CALL, "getMyId", "long", List.of()));
    List<Hook> missing = List.of(new Hook(PEER, Kind.CALL, "noSuch", "void", List.of()));
    ClassLoader loader = getClass().getClassLoader();
    assertThat(HookCheck.mismatchOfAll(List.of(missing, there), loader)).isEmpty();
    assertThat(HookCheck.mismatchOfAll(List.of(missing, missing), loader).orElseThrow())
        .contains("noSuch");
  }

  @Test
  void aMissingMethodIsNamedWithItsSignature() {
    assertThat(mismatch(new Hook(PEER, Kind.CALL, "noSuch", "void", List.of("long"))))
        .startsWith("void " + PEER + ".noSuch(long) is missing");
  }

  @Test
  void anotherParameterIsAnotherMethod() {
    assertThat(mismatch(new Hook(PEER, Kind.CALL, "setMyid", "void", List.of("int"))))
        .contains("missing");
  }

  @Test
  void anotherReturnTypeIsNamed() {
    assertThat(mismatch(new Hook(PEER, Kind.CALL, "getMyId", "int", List.of())))
        .endsWith("has type long");
  }

  @Test
  void aFinalMethodCannotBeOverridden() {
    String server = "org.apache.zookeeper.server.ZooKeeperServer";
    assertThat(mismatch(new Hook(server, Kind.OVERRIDE, "shutdown", "void", List.of())))
        .endsWith("is final");
  }

  @Test
  void aPrivateFieldCannotBeSet() {
    assertThat(
            mismatch(
                new Hook(
                    PEER, Kind.FIELD, "zkDb", "org.apache.zookeeper.server.ZKDatabase", List.of())))
        .endsWith("is private");
  }

  @Test
  void staticIsNotInstance() {
    String processor = "org.apache.zookeeper.server.SyncRequestProcessor";
    assertThat(mismatch(new Hook(processor, Kind.CALL, "setSnapCount", "void", List.of("int"))))
        .endsWith("is static");
    assertThat(mismatch(new Hook(PEER, Kind.CALL_STATIC, "getMyId", "long", List.of())))
        .endsWith("is not static");
  }

  private String mismatch(Hook hook) {
    return hook.mismatch(getClass().getClassLoader()).orElseThrow();
  }
}
