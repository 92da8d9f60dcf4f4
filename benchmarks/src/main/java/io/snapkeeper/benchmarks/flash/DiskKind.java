package io.snapkeeper.benchmarks.flash;

import io.snapkeeper.ensemble.flash.FlashSpec;
import io.snapkeeper.ensemble.flash.RequestPrice;

/** The kinds of emulated disk that a program can run on. */
enum DiskKind {
  /** A flash drive of 300 MB/s. */
  FLASH(FlashSpec.ofDefaults()),
  /** A disk whose head moves: 4 to 8 ms a request. */
  ROTATING(FlashSpec.ofRotatingDisk()),
  /** A volume with a limit of 500 requests a second, however large. */
  VOLUME(FlashSpec.ofDefaults().withMegabytesPerSecond(125).withPrice(RequestPrice.ofLimit(500))),
  /**
   * A small volume: 300 requests a second, or 3,000 while it has credits, of which it has 6,000.
   */
  BURST(
      FlashSpec.ofDefaults()
          .withMegabytesPerSecond(125)
          .withPrice(RequestPrice.ofBurst(300, 3_000, 6_000))),
  /** A drive of 3 GB/s; emulating it is work for the CPU, which is then the limit. */
  FAST(FlashSpec.ofDefaults().withMegabytesPerSecond(3_000).withChannels(16));

  @SuppressWarnings("ImmutableEnumChecker") // a record without mutable parts
  private final FlashSpec spec;

  DiskKind(FlashSpec spec) {
    this.spec = spec;
  }

  FlashSpec spec() {
    return spec;
  }
}
