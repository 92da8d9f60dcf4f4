package io.snapkeeper.cli.demo;

/** What happens one after the other; the first two once, the others on each side. */
enum Stage {
  DISKS("setting up the disks"),
  CALIBRATE("finding the pace"),
  START("starting the servers"),
  WARM_UP("warming up"),
  MEASURE("measuring"),
  COLLECT("reading logs, stopping");

  private final String title;

  Stage(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }
}
