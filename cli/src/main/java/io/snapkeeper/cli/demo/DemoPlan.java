package io.snapkeeper.cli.demo;

import io.snapkeeper.cli.demo.story.Story;
import java.util.Optional;
import java.util.Set;

/**
 * What the demo runs, the same for both sides.
 *
 * @param servers voting servers: 3, 5 or 7
 * @param down of these, so many are not started; fewer than half
 * @param layers of the plugin, at least one
 * @param ownDisks whether each server has an emulated disk of its own
 * @param slotMillis length of a slot of the story; the measured window has {@link Story#COLUMNS}
 * @param warmUpSeconds at the final pace, before the window
 * @param snapCount ZooKeeper's snapCount, far below its default of 100,000 so that a run of a
 *     minute sees many snapshots
 * @param slowness how many times slower than the model's own pace all of it goes on disks of the
 *     servers' own, see {@link ScaleModel}; 1 on a shared disk
 */
record DemoPlan(
    int servers,
    int down,
    Set<Layer> layers,
    boolean ownDisks,
    int slotMillis,
    int warmUpSeconds,
    int snapCount,
    int slowness) {

  /** Every 100 ms instead of 500: the pace is raised, and the slots' bookkeeping with it. */
  static final int PING_MILLIS = 100;

  private static final long MEBIBYTE = 1024 * 1024;

  /** Beside its heap a server takes some 90 MiB: code, metaspace, buffers, stacks. */
  private static final int JVM_MEGABYTES = 120;

  DemoPlan {
    layers = Set.copyOf(layers);
  }

  /** With an emulated disk for each server, see {@link ScaleModel}. */
  static DemoPlan onOwnDisks(boolean quick, int servers, int down, Set<Layer> layers) {
    return onOwnDisks(quick, servers, down, layers, 1);
  }

  private static DemoPlan onOwnDisks(
      boolean quick, int servers, int down, Set<Layer> layers, int slowness) {
    ScaleModel scale = scale(quick, servers, down, slowness);
    return new DemoPlan(
        servers,
        down,
        layers,
        true,
        scale.slotMillis(),
        scale.warmUpSeconds(),
        scale.snapCount(),
        slowness);
  }

  private static ScaleModel scale(boolean quick, int servers, int down, int slowness) {
    int running = servers - down;
    int lanes = running - (servers / 2 + 1);
    return ScaleModel.of(quick, running, Math.max(1, lanes), slowness);
  }

  /** Disks, tree and load where each server has a disk of its own. */
  ScaleModel scale() {
    return scale(quick(), servers, down, slowness);
  }

  /**
   * The same at half the pace, so that a machine half as fast shows the same. With rarer snapshots
   * alone slots would fit as well, but in every third window stock servers would not overlap.
   *
   * @param snapshotSeconds what one of the plugin's snapshots takes here
   * @return empty where slots fit already, where the pace was halved before, and with a shared
   *     disk, whose pace is found out by measuring
   */
  Optional<DemoPlan> atHalfThePace(double snapshotSeconds) {
    return ownDisks && slowness == 1 && snapshotSeconds > scale().pacedSeconds()
        ? Optional.of(onOwnDisks(quick(), servers, down, layers, 2))
        : Optional.empty();
  }

  /** With one disk for all servers, at a pace that is found out first, see {@link SharedPace}. */
  static DemoPlan onSharedDisk(boolean quick, int servers, int down, Set<Layer> layers) {
    return quick
        ? new DemoPlan(servers, down, layers, false, 350, 5, 1_500, 1)
        : new DemoPlan(servers, down, layers, false, 1_000, 15, 2_000, 1);
  }

  boolean quick() {
    return slotMillis / slowness < 1_000;
  }

  boolean has(Layer layer) {
    return layers.contains(layer);
  }

  /** Servers that are started: those with the lowest ids. */
  int running() {
    return servers - down;
  }

  /** The fewest servers that are a majority. */
  int quorum() {
    return servers / 2 + 1;
  }

  /** Whether a snapshot of any server is on the path of every write. */
  boolean withoutSlack() {
    return running() == quorum();
  }

  /**
   * From so many servers snapshotting at once, no quorum of the others is left; without slack from
   * two, as with one it is not to be helped.
   */
  int tooMany() {
    return withoutSlack() ? 2 : running() - quorum() + 1;
  }

  /** "3 of 5 snapshotting", of the servers that run. */
  String tooManySnapshotting() {
    return "%d of %d snapshotting".formatted(tooMany(), running());
  }

  long windowMillis() {
    return (long) Story.COLUMNS * slotMillis;
  }

  double windowSeconds() {
    return windowMillis() / 1e3;
  }

  /** Memory that all servers and this process need, without emulated disks, in bytes. */
  long memoryBytes() {
    int heap = ownDisks ? ScaleModel.HEAP_MEGABYTES : SharedPace.HEAP_MEGABYTES;
    return (long) running() * (heap / 2 + JVM_MEGABYTES) * MEBIBYTE + 256 * MEBIBYTE;
  }

  /** Room for the files of one side at a time on the machine's own disk, in bytes. */
  long diskBytes() {
    if (ownDisks) {
      // The prepared tree and the servers' logs.
      return 256 * MEBIBYTE;
    }
    long snapshots = 8L + (long) windowSeconds() / 3;
    return running() * (snapshots * SharedPace.LARGEST_SNAPSHOT_BYTES + 200L * MEBIBYTE);
  }
}
