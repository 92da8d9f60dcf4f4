package io.snapkeeper.core.member;

import java.util.Optional;

/**
 * What the caller has installed, so that it is told only of changes and of renewals that are due.
 * Not thread-safe.
 */
final class ArmedTriggers {

  /** A trigger is renewed once it has less than this share of its possible time ahead. */
  private static final double RENEWAL_SHARE = 0.8;

  private Optional<MemberAction.Arm> armed = Optional.empty();

  /** What is installed; empty before the first step. */
  Optional<MemberAction.Arm> armed() {
    return armed;
  }

  /** Whether the caller has to install these; if so they count as installed. */
  boolean replace(long nowMillis, MemberAction.Arm next) {
    boolean install =
        armed.isEmpty() || isChange(armed.get(), next) || isRenewal(nowMillis, armed.get(), next);
    if (install) {
      armed = Optional.of(next);
    }
    return install;
  }

  private static boolean isChange(MemberAction.Arm armed, MemberAction.Arm next) {
    Trigger is = armed.trigger();
    Trigger shall = next.trigger();
    return is.aboveTxns() != shall.aboveTxns()
        || is.aboveLogBytes() != shall.aboveLogBytes()
        || is.cause() != shall.cause()
        || is.slotId() != shall.slotId()
        || is.untilMillis() > shall.untilMillis()
        || !armed.fallback().equals(next.fallback());
  }

  private static boolean isRenewal(long nowMillis, MemberAction.Arm armed, MemberAction.Arm next) {
    long is = armed.trigger().untilMillis();
    long shall = next.trigger().untilMillis();
    return is < shall && is - nowMillis < RENEWAL_SHARE * (shall - nowMillis);
  }
}
