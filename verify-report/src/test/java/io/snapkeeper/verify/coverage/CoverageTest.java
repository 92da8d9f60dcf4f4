package io.snapkeeper.verify.coverage;

import static org.assertj.core.api.Assertions.assertThat;

import io.snapkeeper.verify.VerifyReport;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jacoco.core.analysis.Analyzer;
import org.jacoco.core.data.ExecutionData;
import org.jacoco.core.data.ExecutionDataStore;
import org.jacoco.core.runtime.RemoteControlReader;
import org.jacoco.core.runtime.RemoteControlWriter;
import org.jacoco.core.runtime.WildcardMatcher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;

class CoverageTest {

  private static final String NAME = "io/snapkeeper/verify/VerifyReport";

  /** More than the class has, as each of its places has one. */
  private static final int PROBES = 200;

  @TempDir Path repo;

  @Test
  void classesOfTheAgentJarCountAsThoseOfTheirModule() throws IOException {
    copyClass();
    assertThat(CoverageTable.of(repo, new ExecutionDataStore())).contains("report  ");
    assertThat(percentOfLines(CoverageTable.of(repo, new ExecutionDataStore()))).isZero();

    ExecutionDataStore ran = new ExecutionDataStore();
    ran.put(new ExecutionData(idInAJar(), NAME, probes(PROBES)));
    assertThat(percentOfLines(CoverageTable.of(repo, ran))).isEqualTo(100);
  }

  @Test
  void classesThatTestsMakeDoNotCount() throws IOException {
    copyClass();
    ExecutionDataStore ran = new ExecutionDataStore();
    ran.put(new ExecutionData(12_345, NAME, probes(PROBES)));
    assertThat(percentOfLines(CoverageTable.of(repo, ran))).isZero();

    // A mutant may have more branches, and so more probes.
    ran.put(new ExecutionData(12_346, NAME, probes(PROBES + 1)));
    ran.put(new ExecutionData(idInAJar(), NAME, probes(PROBES)));
    assertThat(percentOfLines(CoverageTable.of(repo, ran))).isEqualTo(100);
  }

  @Test
  void classesInZooKeepersPackagesAreObservedToo() throws IOException {
    try (Collector collector = new Collector()) {
      String flag = collector.jvmFlag(Path.of("agent.jar"));
      WildcardMatcher observed =
          new WildcardMatcher(flag.substring(flag.indexOf("includes=") + "includes=".length()));
      assertThat(
              List.of(
                  "io.snapkeeper.zk.Agent",
                  "org.apache.zookeeper.server.quorum.SnapkeeperLeader",
                  "org.apache.zookeeper.server.persistence.SnapkeeperFileSnap$1"))
          .allMatch(observed::matches);
      assertThat(observed.matches("org.apache.zookeeper.server.quorum.Leader")).isFalse();
    }
  }

  @Test
  @Timeout(60)
  void whatAnAgentReportsIsCollectedWhileItRuns() throws Exception {
    try (Collector collector = new Collector()) {
      try (Socket socket = connect(collector)) {
        answering(
            socket,
            agent -> {
              agent.visitClassExecution(new ExecutionData(1, NAME, new boolean[] {true, false}));
              agent.sendCmdOk();
            });
        while (collector.collected().get(1) == null) {
          Thread.sleep(10);
        }
      }
      assertThat(collector.collected().get(1).getProbes()).containsExactly(true, false);
    }
  }

  @Test
  @Timeout(60)
  void whatAnAgentReportsAtItsEndIsCollected() throws Exception {
    try (Collector collector = new Collector()) {
      try (Socket socket = connect(collector)) {
        CountDownLatch asked = new CountDownLatch(1);
        RemoteControlWriter agent =
            answering(
                socket,
                writer -> {
                  writer.sendCmdOk();
                  asked.countDown();
                });
        asked.await();
        // As the agent's shutdown hook does, asked or not.
        agent.visitClassExecution(new ExecutionData(1, NAME, new boolean[] {true, false}));
        agent.sendCmdOk();
      }
      collector.close();
      assertThat(collector.collected().get(1)).isNotNull();
    }
  }

  private static Socket connect(Collector collector) throws IOException {
    Matcher address =
        Pattern.compile("address=(.*),port=([0-9]+),")
            .matcher(collector.jvmFlag(Path.of("agent.jar")));
    assertThat(address.find()).isTrue();
    return new Socket(address.group(1), Integer.parseInt(address.group(2)));
  }

  private interface Answer {
    void write(RemoteControlWriter agent) throws IOException;
  }

  /** Plays an agent that answers when it is asked; what is returned says more, unasked. */
  private static RemoteControlWriter answering(Socket socket, Answer answer) throws IOException {
    RemoteControlWriter agent = new RemoteControlWriter(socket.getOutputStream());
    RemoteControlReader orders = new RemoteControlReader(socket.getInputStream());
    orders.setRemoteCommandVisitor(
        (dump, reset) -> {
          assertThat(dump).isTrue();
          assertThat(reset).isFalse();
          answer.write(agent);
        });
    Thread reader = new Thread(() -> readUntilTheEnd(orders), "agent");
    reader.setDaemon(true);
    reader.start();
    return agent;
  }

  private static void readUntilTheEnd(RemoteControlReader orders) {
    try {
      orders.read();
    } catch (IOException e) {
      // The socket was closed.
    }
  }

  private void copyClass() throws IOException {
    Path file = repo.resolve("report/target/classes/" + NAME + ".class");
    Files.createDirectories(file.getParent());
    try (InputStream bytes = VerifyReport.class.getResourceAsStream("VerifyReport.class")) {
      Files.copy(bytes, file);
    }
  }

  /** Of the same class with its constants in another order, in a jar of the module. */
  private long idInAJar() throws IOException {
    ClassWriter writer = new ClassWriter(0);
    byte[] own = Files.readAllBytes(repo.resolve("report/target/classes/" + NAME + ".class"));
    new ClassReader(own).accept(writer, 0);
    assertThat(writer.toByteArray()).isNotEqualTo(own);
    Path jar = repo.resolve("report/target/agent.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new JarEntry(NAME + ".class"));
      out.write(writer.toByteArray());
    }
    List<Long> ids = new ArrayList<>();
    new Analyzer(new ExecutionDataStore(), coverage -> ids.add(coverage.getId()))
        .analyzeAll(jar.toFile());
    assertThat(ids).hasSize(1);
    return ids.get(0);
  }

  private static boolean[] probes(int count) {
    boolean[] all = new boolean[count];
    Arrays.fill(all, true);
    return all;
  }

  private static double percentOfLines(String table) {
    Matcher row = Pattern.compile("report +[0-9]+ +([0-9.]+)").matcher(table);
    assertThat(row.find()).isTrue();
    return Double.parseDouble(row.group(1));
  }
}
