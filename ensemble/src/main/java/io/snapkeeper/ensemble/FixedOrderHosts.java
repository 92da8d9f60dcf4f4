package io.snapkeeper.ensemble;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.zookeeper.client.HostProvider;

/**
 * Offers a client its servers in a fixed order, so that connections are spread the same way in each
 * run (ZooKeeper's own provider shuffles). Thread-safe.
 */
final class FixedOrderHosts implements HostProvider {

  private final List<String> addresses;
  private int next;
  private int sinceConnected;

  /**
   * @param addresses "host:port", the one to try first at the head
   */
  FixedOrderHosts(List<String> addresses) {
    this.addresses = List.copyOf(addresses);
  }

  /** The same addresses, turned so that the one at {@code first} leads. */
  static FixedOrderHosts startingAt(List<String> addresses, int first) {
    int at = first % addresses.size();
    List<String> turned = new ArrayList<>(addresses.subList(at, addresses.size()));
    turned.addAll(addresses.subList(0, at));
    return new FixedOrderHosts(turned);
  }

  @Override
  public int size() {
    return addresses.size();
  }

  @Override
  public InetSocketAddress next(long spinDelayMillis) {
    String address;
    boolean pause;
    synchronized (this) {
      address = addresses.get(next);
      next = (next + 1) % addresses.size();
      sinceConnected++;
      pause = sinceConnected > addresses.size() && spinDelayMillis > 0;
      if (pause) {
        sinceConnected = 1;
      }
    }
    if (pause) {
      try {
        Thread.sleep(spinDelayMillis);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    int colon = address.lastIndexOf(':');
    int port = Integer.parseInt(address.substring(colon + 1));
    try {
      return new InetSocketAddress(InetAddress.getByName(address.substring(0, colon)), port);
    } catch (java.net.UnknownHostException e) {
      return InetSocketAddress.createUnresolved(address.substring(0, colon), port);
    }
  }

  @Override
  public synchronized void onConnected() {
    sinceConnected = 0;
  }

  @Override
  public boolean updateServerList(
      Collection<InetSocketAddress> serverAddresses, InetSocketAddress currentHost) {
    // The list is fixed for the life of the client.
    return false;
  }
}
