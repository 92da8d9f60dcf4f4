package io.snapkeeper.cli.demo;

/** One half of the comparison. */
enum Side {
  STOCK("stock", "stock ZooKeeper"),
  SNAPKEEPER("snapkeeper", "ZooKeeper with Snapkeeper");

  private final String key;
  private final String title;

  Side(String key, String title) {
    this.key = key;
    this.title = title;
  }

  /** Its name in JSON and in file names. */
  String key() {
    return key;
  }

  String title() {
    return title;
  }
}
