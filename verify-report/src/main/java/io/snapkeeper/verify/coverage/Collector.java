package io.snapkeeper.verify.coverage;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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

  /**
   * Reading takes milliseconds; a JVM that somebody has left running would never come to its end.
   */
  private static final Duration LAST_REPORTS = Duration.ofSeconds(10);

  /** Some of the plugin's classes are in ZooKeeper's packages. */
  private static final String CLASSES = "io.snapkeeper.*:org.apache.zookeeper.*.Snapkeeper*";

  private final ServerSocket listener;
  private final ExecutionDataStore collected = new ExecutionDataStore();
  private final Set<Thread> readers = ConcurrentHashMap.newKeySet();

  /** Listens on a free port of the loopback address. */
  Collector() throws IOException {
    listener = new ServerSocket(0, 256, InetAddress.getLoopbackAddress());
    daemon("coverage-accept", this::accept).start();
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
        Thread reader = daemon("coverage-read", () -> read(agent));
        readers.add(reader);
        reader.start();
        daemon("coverage-ask", () -> ask(agent)).start();
      } catch (IOException e) {
        // Closed, or an agent that was killed while it connected.
      }
    }
  }

  private void read(Socket agent) {
    try (agent) {
      RemoteControlReader reader = new RemoteControlReader(agent.getInputStream());
      reader.setSessionInfoVisitor(info -> {});
      reader.setExecutionDataVisitor(this::add);
      while (reader.read()) {
        // An answer, or what the JVM says at its end.
      }
    } catch (IOException e) {
      // The JVM was killed.
    } finally {
      readers.remove(Thread.currentThread());
    }
  }

  /** Beside the reader, as nobody can be asked any more when the last report arrives. */
  private static void ask(Socket agent) {
    try {
      RemoteControlWriter writer = new RemoteControlWriter(agent.getOutputStream());
      while (true) {
        writer.visitDumpCommand(true, false);
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

  private static Thread daemon(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }

  /**
   * Returns when the agents' last reports have been read, or after ten seconds if some still run.
   */
  @Override
  public void close() throws IOException {
    listener.close();
    long endNanos = System.nanoTime() + LAST_REPORTS.toNanos();
    try {
      for (Thread reader : readers) {
        long leftMillis = (endNanos - System.nanoTime()) / 1_000_000;
        reader.join(Math.max(1, leftMillis));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
