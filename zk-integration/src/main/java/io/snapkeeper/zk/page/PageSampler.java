package io.snapkeeper.zk.page;

import io.snapkeeper.metrics.figures.SnapkeeperFigures;
import io.snapkeeper.metrics.history.Timeline;
import io.snapkeeper.zk.Plugin;
import io.snapkeeper.zk.member.Clock;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Tells the page's timeline twice a second what is to be seen of this server, on a daemon of its
 * own. A fault in it is recorded, and it looks again.
 */
public final class PageSampler implements AutoCloseable {

  /** As often as members report by default. */
  private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final Plugin plugin;
  private final Timeline timeline;
  private final Observer observer;
  private final Thread thread = new Thread(this::run, "snapkeeper-page");
  private volatile boolean ended;

  private PageSampler(Plugin plugin, SnapkeeperFigures figures, Timeline timeline) {
    this.plugin = plugin;
    this.timeline = timeline;
    this.observer = new Observer(plugin, figures, Clock.MONOTONIC);
    thread.setDaemon(true);
  }

  /** Begins to look. */
  public static PageSampler start(Plugin plugin, SnapkeeperFigures figures, Timeline timeline) {
    PageSampler sampler = new PageSampler(plugin, figures, timeline);
    sampler.thread.start();
    return sampler;
  }

  private void run() {
    while (!ended) {
      plugin.faults().guard("the page's sampler", () -> timeline.observe(observer.look()));
      LockSupport.parkNanos(this, INTERVAL_NANOS);
    }
  }

  @Override
  public void close() {
    ended = true;
    LockSupport.unpark(thread);
  }
}
