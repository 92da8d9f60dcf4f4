package io.snapkeeper.metrics.http;

import java.io.IOException;

/** What is served under one path. Thread-safe. */
interface Resource {

  /** Names it where a fault is told. */
  String name();

  /**
   * The answer to GET.
   *
   * @param accept the request's header; null if it has none
   */
  Answer get(String accept) throws IOException;
}
