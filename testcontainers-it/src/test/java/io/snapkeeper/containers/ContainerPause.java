package io.snapkeeper.containers;

import io.snapkeeper.ensemble.Waiting;
import java.time.Duration;
import java.util.function.Supplier;
import org.testcontainers.DockerClientFactory;

/** Freezes all that runs in a container. */
public final class ContainerPause {

  /** Many of runc's attempts. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private ContainerPause() {}

  /**
   * Returns once it is frozen. runc tries for a fraction of a second only, and then says "unable to
   * freeze": a process that starts another, or one on a busy machine, takes longer.
   *
   * @param log what it has said, for the message of a failure
   */
  public static void pause(String containerId, Supplier<String> log) {
    Waiting.until(
        "the pause of container " + containerId,
        PATIENCE,
        () -> {
          DockerClientFactory.instance().client().pauseContainerCmd(containerId).exec();
          return true;
        },
        log);
  }
}
