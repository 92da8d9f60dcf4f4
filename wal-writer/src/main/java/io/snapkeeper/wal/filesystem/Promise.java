package io.snapkeeper.wal.filesystem;

/** What a file system promises of a commit, in one sentence. */
public enum Promise {
  DURABLE(Durability.PROMISED, "A commit is on stable storage if the disk honours flushes."),
  DATASET(
      Durability.CONDITIONAL,
      "A commit is on stable storage unless the ZFS dataset has sync=disabled, which cannot be seen"
          + " from here."),
  SERVER(
      Durability.CONDITIONAL,
      "The file server decides whether a commit is durable and whether locks hold."),
  UPPER_LAYER(
      Durability.CONDITIONAL,
      "The overlay's upper layer decides whether a commit is durable; a container's own layer is"
          + " deleted with the container."),
  FUSE_PROGRAM(
      Durability.CONDITIONAL,
      "The FUSE program decides whether a commit is durable and whether locks hold."),
  NOT_KNOWN(
      Durability.CONDITIONAL,
      "Snapkeeper does not know this file system; whether a commit is durable was never tested."),
  WITHOUT_BARRIERS(
      Durability.NONE,
      "A power failure can lose commits: the file system is mounted with nobarrier and does not"
          + " flush the disk's cache."),
  NEVER_SYNCED(
      Durability.NONE,
      "A power failure can lose commits: the overlay is mounted with the option volatile and"
          + " ignores fsync."),
  MEMORY(
      Durability.NONE, "A power failure or a reboot loses the log: its file system is in memory.");

  private final Durability durability;
  private final String sentence;

  Promise(Durability durability, String sentence) {
    this.durability = durability;
    this.sentence = sentence;
  }

  public Durability durability() {
    return durability;
  }

  public String sentence() {
    return sentence;
  }
}
