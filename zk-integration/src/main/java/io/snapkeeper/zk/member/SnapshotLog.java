package io.snapkeeper.zk.member;

import io.snapkeeper.zk.snapshot.SnapshotRun;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One log line for each step in a snapshot's life. Tools parse these lines: keep their form. */
final class SnapshotLog {

  private static final Logger LOG = LoggerFactory.getLogger("io.snapkeeper.snapshot");

  private SnapshotLog() {}

  static void started(long sid, SnapshotRun run) {
    LOG.info("snapkeeper snapshot started sid={} {}", sid, describe(run));
  }

  static void ended(long sid, SnapshotRun run, boolean durable, long bytes) {
    LOG.info(
        "snapkeeper snapshot ended sid={} {} durable={} bytes={} millis={}",
        sid,
        describe(run),
        durable,
        bytes,
        run.elapsedMillis());
  }

  static void aborted(long sid, long slotId, long zxid, String reason) {
    LOG.info(
        "snapkeeper snapshot aborted sid={} slot={} zxid=0x{} reason=\"{}\"",
        sid,
        slot(slotId),
        Long.toHexString(zxid),
        reason);
  }

  static void failed(long sid, SnapshotRun run, Throwable error) {
    LOG.warn(
        "snapkeeper snapshot failed sid={} slot={} zxid=0x{} error=\"{}\"",
        sid,
        slot(run.slotId()),
        Long.toHexString(run.zxid()),
        error.toString(),
        error);
  }

  /** What the first failure of a row means and what is to be done about it. */
  static void failing(long sid, Throwable error) {
    LOG.error(
        "snapkeeper could not write a snapshot on server {}: {}. The server goes on: its log and its"
            + " last snapshot are whole, and the snapshot is tried again, at longer and longer"
            + " intervals. Until one succeeds the log grows and a restart takes longer. Free or"
            + " add disk space, or replace the disk",
        sid,
        error.toString());
  }

  private static String describe(SnapshotRun run) {
    return "kind="
        + run.cause().kind()
        + " cause="
        + run.cause().label()
        + " slot="
        + slot(run.slotId())
        + " zxid=0x"
        + Long.toHexString(run.zxid());
  }

  private static String slot(long slotId) {
    return slotId == 0 ? "none" : "0x" + Long.toHexString(slotId);
  }
}
