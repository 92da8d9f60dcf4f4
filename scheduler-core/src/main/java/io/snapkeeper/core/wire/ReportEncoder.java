package io.snapkeeper.core.wire;

import io.snapkeeper.core.report.Report;
import java.util.List;

/** Reports as ping records: BEGIN, values, END, in this order. Stateless. */
public final class ReportEncoder {

  private ReportEncoder() {}

  /** The records of one report; under 200 bytes in all at 12 bytes each. */
  public static List<PingRecord> encode(Report report) {
    throw new UnsupportedOperationException();
  }
}
