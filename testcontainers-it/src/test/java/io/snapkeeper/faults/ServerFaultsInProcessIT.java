package io.snapkeeper.faults;

import io.snapkeeper.containers.ImageUnderTest;
import io.snapkeeper.testset.TestSet;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The same as in {@link ServerFaultsIT} where ZooKeeper or the server itself writes the log. */
@ParameterizedClass(name = "writer {0}")
@EnumSource(
    value = WriterMode.class,
    names = {"OFF", "IN_PROCESS"})
@Timeout(240)
class ServerFaultsInProcessIT extends ServerScenarios {

  private static Cluster cluster;
  private static Scenarios scenarios;

  @Parameter WriterMode mode;

  @BeforeParameterizedClassInvocation
  static void start(WriterMode mode) throws Exception {
    TestSet.assumeInFull(false, "faults of servers with the writer " + mode);
    Host.requireFaults();
    String image = ImageUnderTest.prepare();
    cluster = Cluster.start(5, sid -> Software.plugin(image, mode), Cluster.Placement.PLAIN);
    scenarios = new Scenarios(cluster, mode.toString());
  }

  @AfterParameterizedClassInvocation
  static void stop() {
    if (cluster != null) {
      cluster.close();
      cluster = null;
    }
  }

  @Override
  Cluster cluster() {
    return cluster;
  }

  @Override
  Scenarios scenarios() {
    return scenarios;
  }
}
