package io.snapkeeper.cli.demo;

/** What happens one after the other on each side. */
enum Stage {
  START("starting the servers"),
  LOAD_TREE("loading the tree"),
  CALIBRATE("finding the pace"),
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
