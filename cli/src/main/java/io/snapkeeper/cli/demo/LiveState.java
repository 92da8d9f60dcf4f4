package io.snapkeeper.cli.demo;

import io.snapkeeper.cli.demo.story.Story;
import io.snapkeeper.ensemble.LoadFigures;
import java.util.Optional;

/** What the screen shows, set by the run and read by the screen's thread. Thread-safe. */
final class LiveState {

  private ServerPoller poller;
  private Recording recording;
  private int firstSlot = -1;
  private double largestScaleMillis;

  /** From now on these servers are shown, and the load on them once there is a recording. */
  synchronized void attach(ServerPoller newPoller) {
    poller = newPoller;
  }

  synchronized void attach(Recording newRecording) {
    recording = newRecording;
    firstSlot = -1;
  }

  /** The window begins with this slot of the recording. */
  synchronized void windowFrom(int slot) {
    firstSlot = slot;
  }

  synchronized void detach() {
    poller = null;
    recording = null;
    firstSlot = -1;
  }

  synchronized EnsembleView view() {
    return poller == null ? EnsembleView.EMPTY : poller.latest();
  }

  /** Of the window so far; empty before it begins. */
  synchronized Optional<LoadFigures> figures() {
    return recording == null || firstSlot < 0
        ? Optional.empty()
        : Optional.of(recording.figures(firstSlot));
  }

  /** The window so far, before it the latest columns; empty without a load. */
  synchronized Optional<Story> story() {
    if (poller == null || recording == null) {
      return Optional.empty();
    }
    int latest = recording.slotNow() - Story.COLUMNS + 1;
    return Optional.of(
        recording.story(Math.max(0, Math.max(firstSlot, latest)), poller.timeline()));
  }

  /** Whether the columns shown are those of the window. */
  synchronized boolean isMeasuring() {
    return firstSlot >= 0;
  }

  /** What the bars' full height stands for: it only grows, so that both sides have the same. */
  synchronized double scaleMillis(double wantedMillis) {
    largestScaleMillis = Math.max(largestScaleMillis, wantedMillis);
    return largestScaleMillis;
  }
}
