package io.snapkeeper.monitoring.promql;

import java.util.List;

/** The series that a part of an expression asks for. */
public record Selector(String metric, List<Matcher> matchers) {

  public Selector {
    matchers = List.copyOf(matchers);
  }

  /**
   * What a label has to be.
   *
   * @param operator {@code =}, {@code !=}, {@code =~} or {@code !~}
   */
  public record Matcher(String label, String operator, String value) {}
}
