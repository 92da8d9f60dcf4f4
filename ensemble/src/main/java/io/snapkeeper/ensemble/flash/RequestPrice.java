package io.snapkeeper.ensemble.flash;

import java.util.List;

/**
 * What a request costs an emulated disk, however small it is.
 *
 * @param seekMicros where it does not begin at the end of the last one, 0..1000000
 * @param perSecond requests a second that the disk takes, 0..1000000; 0 for any number
 * @param burstPerSecond the same while it has burst credits, at least {@code perSecond}
 * @param burstRequests its credits, one for each request, 0..1000000000; they come back at {@code
 *     perSecond}
 */
public record RequestPrice(int seekMicros, int perSecond, int burstPerSecond, int burstRequests) {

  /** Requests cost what the flash disk's own times say. */
  public static final RequestPrice NONE = new RequestPrice(0, 0, 0, 0);

  public RequestPrice {
    require("seek time in us", seekMicros, 0, 1_000_000);
    require("requests a second", perSecond, 0, 1_000_000);
    require("requests a second in a burst", burstPerSecond, perSecond, 1_000_000);
    require("burst credits", burstRequests, 0, 1_000_000_000);
  }

  private static void require(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "the number of %s is %d; allowed are %d to %d".formatted(name, value, least, most));
    }
  }

  /** A disk whose head moves. */
  public static RequestPrice ofSeeks(int seekMicros) {
    return new RequestPrice(seekMicros, 0, 0, 0);
  }

  /** A volume with a limit of requests. */
  public static RequestPrice ofLimit(int perSecond) {
    return new RequestPrice(0, perSecond, perSecond, 0);
  }

  /** The same with credits for a burst. */
  public static RequestPrice ofBurst(int perSecond, int burstPerSecond, int burstRequests) {
    return new RequestPrice(0, perSecond, burstPerSecond, burstRequests);
  }

  List<String> emulatorOptions() {
    return List.of(
        "--seek-us=" + seekMicros,
        "--iops=" + perSecond,
        "--burst-iops=" + Math.max(1, burstPerSecond),
        "--burst-commands=" + burstRequests);
  }
}
