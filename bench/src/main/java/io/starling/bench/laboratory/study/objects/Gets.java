package io.starling.bench.laboratory.study.objects;

/** How the programs get what they need. */
enum Gets {
  /** Reduces and gets of one object by all (figure 1b). */
  OBJECTS("objects"),
  /** The trainer gets the answers one by one, and each worker a policy of its own, one by one. */
  STAR("star"),
  /** The same; the trainer does not receive while it sends. */
  STAR_IN_TURN("star in turn");

  private final String label;

  Gets(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }
}
