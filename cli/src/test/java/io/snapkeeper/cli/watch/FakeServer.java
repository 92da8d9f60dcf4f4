package io.snapkeeper.cli.watch;

import io.snapkeeper.cli.HostPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A client port that knows {@code srvr}, and can hang. */
final class FakeServer implements AutoCloseable {

  private static final String ANSWER =
      "Zookeeper version: 3.9.5\nLatency min/avg/max: 0/0.5/3\nZxid: 0x100000005\nMode: follower\n";

  private final ServerSocket socket;
  private final List<CountDownLatch> hanging = new ArrayList<>();
  private boolean hangs;

  FakeServer(int port) throws IOException {
    socket = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
    Thread thread = new Thread(this::serve, "fake-server");
    thread.setDaemon(true);
    thread.start();
  }

  HostPort address() {
    return new HostPort("127.0.0.1", socket.getLocalPort());
  }

  private synchronized CountDownLatch turn() {
    CountDownLatch turn = new CountDownLatch(hangs ? 1 : 0);
    if (hangs) {
      hanging.add(turn);
    }
    return turn;
  }

  /** From now on connections are taken and nothing is answered. */
  synchronized void hang() {
    hangs = true;
  }

  /** Whatever waits is answered. */
  synchronized void recover() {
    hangs = false;
    hanging.forEach(CountDownLatch::countDown);
    hanging.clear();
  }

  private void serve() {
    try {
      while (true) {
        Socket client = socket.accept();
        Thread thread = new Thread(() -> answer(client), "fake-answer");
        thread.setDaemon(true);
        thread.start();
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  private void answer(Socket client) {
    try (client) {
      String word = new String(client.getInputStream().readNBytes(4), StandardCharsets.US_ASCII);
      turn().await();
      if (word.equals("srvr")) {
        client.getOutputStream().write(ANSWER.getBytes(StandardCharsets.US_ASCII));
      }
    } catch (IOException e) {
      // The other side has gone.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
    recover();
  }
}
