package io.snapkeeper.ensemble;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Holds free loopback ports until a server is about to bind them.
 *
 * <p>Ports come from below the usual ephemeral ranges (Linux from 32768, others from 49152): a
 * server that is down for a while must find its port free when it comes back, and an outgoing
 * connection of some other process must not have been given it.
 *
 * <p>Not thread-safe.
 */
final class PortReservation implements Closeable {

  private static final int LOWEST = 15_000;
  private static final int HIGHEST = 32_000;

  /** Far more than needed unless nearly every port is taken. */
  private static final int ATTEMPTS = 2_000;

  private final List<ServerSocket> held = new ArrayList<>();

  /**
   * A free port that stays reserved until {@link #close}.
   *
   * @throws EnsembleException if none is found
   */
  int next() {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
      try {
        ServerSocket socket = new ServerSocket();
        try {
          socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1);
        } catch (IOException e) {
          socket.close();
          continue;
        }
        held.add(socket);
        return port;
      } catch (IOException e) {
        throw new EnsembleException("cannot open a socket on loopback: " + e.getMessage(), e);
      }
    }
    throw new EnsembleException(
        "no free port found on 127.0.0.1 between %d and %d in %d attempts"
            .formatted(LOWEST, HIGHEST, ATTEMPTS));
  }

  @Override
  public void close() throws IOException {
    for (ServerSocket socket : held) {
      socket.close();
    }
    held.clear();
  }
}
