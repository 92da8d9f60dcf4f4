package io.snapkeeper.cli.demo;

import java.util.List;
import java.util.OptionalInt;

/**
 * What the live table shows of an ensemble at one moment.
 *
 * @param rows by server id
 * @param quorumMargin how many more voters could slow down before the quorum does; negative if it
 *     already has
 * @param decision why the scheduler gives or withholds the next slot; empty for stock
 * @param snapshots so far within the stage, or since the start before measuring
 * @param quorumSnapshottingSeconds with a quorum snapshotting at once, of the same span
 */
record EnsembleView(
    List<ServerRow> rows,
    OptionalInt quorumMargin,
    String decision,
    long snapshots,
    double quorumSnapshottingSeconds) {

  static final EnsembleView EMPTY = new EnsembleView(List.of(), OptionalInt.empty(), "", 0, 0);
}
