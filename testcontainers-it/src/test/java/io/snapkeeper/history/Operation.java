package io.snapkeeper.history;

import java.util.List;

/**
 * One request of a client and what it was told.
 *
 * @param client who asked; one client has one operation at a time
 * @param invokedNanos when it asked, on the one clock of its history
 * @param completedNanos when it was told; of an operation of unknown outcome, when it gave up
 * @param actions at least one; more than one are a multi
 */
public record Operation(
    int client, long invokedNanos, long completedNanos, List<Action> actions, Outcome outcome) {

  public Operation {
    actions = List.copyOf(actions);
    if (actions.isEmpty()) {
      throw new IllegalArgumentException("an operation without an action");
    }
    if (completedNanos < invokedNanos) {
      throw new IllegalArgumentException(
          "completed at %d ns, invoked at %d ns".formatted(completedNanos, invokedNanos));
    }
    if (outcome instanceof Outcome.Refused refused && refused.at() >= actions.size()) {
      throw new IllegalArgumentException(
          "action %d of %d was refused".formatted(refused.at(), actions.size()));
    }
  }

  /** Whether the client was told whether it took effect. */
  public boolean isKnown() {
    return !(outcome instanceof Outcome.Unknown);
  }

  /** Whether it changes nothing, whatever its outcome. */
  public boolean isReadOnly() {
    return actions.stream()
        .allMatch(action -> action instanceof Action.Read || action instanceof Action.Check);
  }
}
