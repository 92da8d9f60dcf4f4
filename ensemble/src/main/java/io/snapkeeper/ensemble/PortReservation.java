package io.snapkeeper.ensemble;

import java.io.Closeable;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Holds loopback ports for servers: free ones, until {@link #release}, when its servers are about
 * to bind them; and from then to {@link #close} against other reservations, as a server that is
 * down, or that leads nobody, leaves its ports free for a while.
 *
 * <p>Against other reservations, those of other processes too, it holds the UDP port of the same
 * number: the system gives that to one socket only and takes it back from a process that ends.
 *
 * <p>Ports come from below the usual ephemeral ranges (Linux from 32768, others from 49152): an
 * outgoing connection of some other process must not have been given one meanwhile.
 *
 * <p>Not thread-safe.
 */
public final class PortReservation implements Closeable {

  private static final int LOWEST = 15_000;
  private static final int HIGHEST = 32_000;

  /** Far more than needed unless nearly every port is taken. */
  private static final int ATTEMPTS = 2_000;

  private final List<DatagramSocket> claimed = new ArrayList<>();
  private final List<ServerSocket> held = new ArrayList<>();

  /**
   * A free port that no other reservation has.
   *
   * @throws EnsembleException if none is found
   */
  public int next() {
    IOException last = null;
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
      try {
        take(port);
        return port;
      } catch (IOException e) {
        last = e;
      }
    }
    throw new EnsembleException(
        "no free port found on 127.0.0.1 between %d and %d in %d attempts, the last: %s"
            .formatted(LOWEST, HIGHEST, ATTEMPTS, last.getMessage()),
        last);
  }

  private void take(int port) throws IOException {
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    DatagramSocket claim = new DatagramSocket(address);
    ServerSocket socket = new ServerSocket();
    try {
      socket.bind(address, 1);
    } catch (IOException e) {
      claim.close();
      socket.close();
      throw e;
    }
    claimed.add(claim);
    held.add(socket);
  }

  /** Lets servers bind the ports; other reservations still may not have them. */
  public void release() {
    for (ServerSocket socket : held) {
      try {
        socket.close();
      } catch (IOException e) {
        throw new EnsembleException("cannot release a reserved port: " + e.getMessage(), e);
      }
    }
    held.clear();
  }

  @Override
  public void close() {
    release();
    claimed.forEach(DatagramSocket::close);
    claimed.clear();
  }
}
