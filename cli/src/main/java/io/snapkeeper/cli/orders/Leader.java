package io.snapkeeper.cli.orders;

import com.fasterxml.jackson.databind.JsonNode;

/** A way to the leader that an order is for. */
interface Leader extends AutoCloseable {

  /** Which server that is and how it was reached: "server 3 (process 4711)". */
  String name();

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
