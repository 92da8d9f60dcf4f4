package io.snapkeeper.core.loop;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** One direction of a connection: keeps the order, delays each message, loses all when closed. */
final class FifoChannel<T> {

  private record InFlight<T>(long deliverAtMillis, T message) {}

  private final Deque<InFlight<T>> inFlight = new ArrayDeque<>();
  private long lastDeliveryMillis = Long.MIN_VALUE;

  void send(long nowMillis, long delayMillis, T message) {
    lastDeliveryMillis = Math.max(lastDeliveryMillis, nowMillis + delayMillis);
    inFlight.add(new InFlight<>(lastDeliveryMillis, message));
  }

  Optional<T> receive(long nowMillis) {
    return inFlight.isEmpty() || inFlight.peek().deliverAtMillis() > nowMillis
        ? Optional.empty()
        : Optional.of(inFlight.remove().message());
  }

  void close() {
    inFlight.clear();
  }
}
