package io.snapkeeper.simulation.ensemble;

import java.util.ArrayDeque;

/** One direction of a TCP connection: what is sent arrives in order, each after its delay. */
final class Channel<T> {

  private record Sent<T>(long arrivesAtMillis, T what) {}

  private final ArrayDeque<Sent<T>> onTheirWay = new ArrayDeque<>();
  private long lastArrivalMillis = Long.MIN_VALUE;

  void send(long nowMillis, long delayMillis, T what) {
    lastArrivalMillis = Math.max(lastArrivalMillis, nowMillis + delayMillis);
    onTheirWay.add(new Sent<>(lastArrivalMillis, what));
  }

  /** When the next one arrives; {@link Agenda#NEVER} if nothing is on its way. */
  long nextArrivalMillis() {
    return onTheirWay.isEmpty() ? Agenda.NEVER : onTheirWay.peek().arrivesAtMillis;
  }

  T receive() {
    return onTheirWay.remove().what;
  }
}
