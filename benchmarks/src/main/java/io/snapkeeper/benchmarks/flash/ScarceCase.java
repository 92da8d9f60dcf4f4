package io.snapkeeper.benchmarks.flash;

/** Why a snapshot might not be taken although the disk would take it. */
enum ScarceCase {
  /** Most of the tree is deleted after a snapshot: the last one was far larger than the next. */
  DELETES("most of the tree deleted"),
  /** The space that the snapshot needs is that of old files, which ZooKeeper's timer purges. */
  PURGE("old files to purge");

  private final String title;

  ScarceCase(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }
}
