package io.snapkeeper.containers;

/** A line of ZooKeeper whose servers run in the tests. */
enum ZooKeeperLine {
  V3_9("3.9", "zookeeper:3.9.5"),
  V3_8("3.8", "zookeeper:3.8.6");

  private final String number;
  private final String officialImage;

  ZooKeeperLine(String number, String officialImage) {
    this.number = number;
    this.officialImage = officialImage;
  }

  /** As {@code docker/local-zookeeper} takes it. */
  String number() {
    return number;
  }

  /** On Docker Hub. */
  String officialImage() {
    return officialImage;
  }
}
