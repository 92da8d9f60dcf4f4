package io.snapkeeper.zk.leader;

import io.snapkeeper.core.overlap.OverlapTotals;

/** A term of this server as leader, in which the overlap of snapshots is measured. Thread-safe. */
public interface OverlapSource {

  /** Since the term began. */
  OverlapTotals overlap();
}
