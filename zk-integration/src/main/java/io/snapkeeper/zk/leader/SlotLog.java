package io.snapkeeper.zk.leader;

import io.snapkeeper.core.schedule.SchedulerAction;
import io.snapkeeper.core.schedule.SchedulerEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One log line for each thing that a leader's scheduler was told or decided. Tools parse these
 * lines: keep their form. Called with no lock held, as the log may hang.
 */
final class SlotLog {

  private static final Logger LOG = LoggerFactory.getLogger("io.snapkeeper.slot");

  private SlotLog() {}

  /** A change of membership; of other events there is no line. */
  static void told(SchedulerEvent event) {
    if (event instanceof SchedulerEvent.MembershipChanged changed) {
      LOG.info("snapkeeper membership rules={} observers={}", changed.rules(), changed.observers());
    }
  }

  /** What a scheduler decided. */
  static void decided(SchedulerAction action) {
    if (action instanceof SchedulerAction.Grant grant) {
      LOG.info(
          "snapkeeper slot granted sid={} slot=0x{} degraded={} ttlMillis={} reason=\"{}\"",
          grant.sid(),
          Long.toHexString(grant.slotId()),
          grant.degraded(),
          grant.ttlMillis(),
          grant.reason());
    } else if (action instanceof SchedulerAction.SlotEnded ended) {
      LOG.info(
          "snapkeeper slot ended sid={} slot=0x{} outcome=\"{}\" millis={}",
          ended.sid(),
          Long.toHexString(ended.slotId()),
          ended.outcome(),
          ended.heldMillis());
    } else if (action instanceof SchedulerAction.Refused refused) {
      LOG.info("snapkeeper slot refused sid={} reason=\"{}\"", refused.sid(), refused.reason());
    } else if (action instanceof SchedulerAction.Held held) {
      LOG.debug("snapkeeper slot held sid={} reason=\"{}\"", held.sid(), held.reason());
    }
  }
}
