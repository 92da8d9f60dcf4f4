package io.snapkeeper.ensemble.flash;

import java.time.Instant;
import java.util.Optional;

/**
 * Whose disks these are. The start time tells a process from a later one with the same number.
 *
 * @param pid of the process that set them up
 * @param start when that process began, in milliseconds since 1970; 0 if the system does not say
 */
record Owner(long pid, long start) {

  static Owner ofThisProcess() {
    return of(ProcessHandle.current());
  }

  private static Owner of(ProcessHandle process) {
    return new Owner(
        process.pid(), process.info().startInstant().map(Instant::toEpochMilli).orElse(0L));
  }

  String text() {
    return pid + " " + start + "\n";
  }

  /** Reads {@link #text}; of a file that was cut short, an owner that is not alive. */
  static Owner parse(String text) {
    String[] words = text.strip().split(" ", -1);
    try {
      return words.length == 2
          ? new Owner(Long.parseLong(words[0]), Long.parseLong(words[1]))
          : new Owner(0, 0);
    } catch (NumberFormatException e) {
      return new Owner(0, 0);
    }
  }

  boolean isAlive() {
    Optional<ProcessHandle> process = ProcessHandle.of(pid).filter(ProcessHandle::isAlive);
    return process.isPresent() && of(process.get()).equals(this);
  }
}
