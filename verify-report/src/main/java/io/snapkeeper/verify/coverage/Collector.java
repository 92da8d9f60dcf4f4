package io.snapkeeper.verify.coverage;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import org.jacoco.core.data.ExecutionData;
import org.jacoco.core.data.ExecutionDataStore;
import org.jacoco.core.runtime.RemoteControlReader;
import org.jacoco.core.runtime.RemoteControlWriter;

/**
 * Collects what JaCoCo's agents in other JVMs have seen. Asks them every second: many of the
 * servers that tests start are killed, and can say nothing at their end. Thread-safe.
 */
final class Collector implements AutoCloseable {

  private static final long ASK_MILLIS = 1_000;

  /** Some of the plugin's classes are in ZooKeeper's packages. */
  private static final String CLASSES = "io.snapkeeper.*:org.apache.zookeeper.*.Snapkeeper*";

  private final ServerSocket listener;
  private final ExecutionDataStore collected = new ExecutionDataStore();

  /** Listens on a free port of the loopback address. */
  Collector() throws IOException {
    listener = new ServerSocket(0, 256, InetAddress.getLoopbackAddress());
    daemon("coverage-accept", this::accept);
  }

  /**
   * The option that makes a JVM report to this collector.
   *
   * @param agent JaCoCo's agent
   */
  String jvmFlag(Path agent) {
    return "-javaagent:%s=output=tcpclient,address=%s,port=%d,includes=%s"
        .formatted(
            agent, listener.getInetAddress().getHostAddress(), listener.getLocalPort(), CLASSES);
  }

  /** A copy of all that was reported until now. */
  ExecutionDataStore collected() {
    ExecutionDataStore copy = new ExecutionDataStore();
    synchronized (collected) {
      for (ExecutionData data : collected.getContents()) {
        copy.put(new ExecutionData(data.getId(), data.getName(), data.getProbes().clone()));
      }
    }
    return copy;
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket agent = listener.accept();
        daemon("coverage-agent", () -> serve(agent));
      } catch (IOException e) {
        // Closed, or an agent that was killed while it connected.
      }
    }
  }

  private void serve(Socket agent) {
    try (agent) {
      RemoteControlWriter writer = new RemoteControlWriter(agent.getOutputStream());
      RemoteControlReader reader = new RemoteControlReader(agent.getInputStream());
      reader.setSessionInfoVisitor(info -> {});
      reader.setExecutionDataVisitor(this::add);
      while (true) {
        writer.visitDumpCommand(true, false);
        if (!reader.read()) {
          return;
        }
        Thread.sleep(ASK_MILLIS);
      }
    } catch (IOException e) {
      // The JVM has ended.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void add(ExecutionData data) {
    synchronized (collected) {
      collected.put(data);
    }
  }

  private static void daemon(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
