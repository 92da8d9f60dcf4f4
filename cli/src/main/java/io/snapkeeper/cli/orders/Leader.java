package io.snapkeeper.cli.orders;

import com.fasterxml.jackson.databind.JsonNode;

/** A way to the leader that an order is for. */
interface Leader extends AutoCloseable {

  /** Its status document. */
  JsonNode status();

  /**
   * Gives the order.
   *
   * @return what the leader says it did
   */
  String give(Order order);

  @Override
  void close();
}
