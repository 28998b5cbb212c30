package io.starling.bench.topo;

import io.starling.topology.Level;

/**
 * How a level is drawn and what it is called. The colours are Paul Tol's "bright" scheme, which
 * colour-blind people tell apart; slower levels are thicker as well.
 */
record LevelStyle(String colour, double width, String meaning) {

  private static final double HEAD_BASE = 4.5;

  static LevelStyle of(Level level) {
    return switch (level) {
      case CLUSTER -> new LevelStyle("#ee6677", 5, "network between nodes");
      case ZONE -> new LevelStyle("#ee6677", 4, "network between racks");
      case RACK -> new LevelStyle("#cc79a7", 4, "network in a rack");
      case NODE -> new LevelStyle("#4477aa", 4, "within a node");
      case PACKAGE -> new LevelStyle("#228833", 3, "within a package");
      case NUMA -> new LevelStyle("#ccbb44", 2.6, "within a NUMA node");
      case L3 -> new LevelStyle("#aa3377", 2.2, "behind one L3 cache");
      case CORE -> new LevelStyle("#66ccee", 1.8, "on one core");
    };
  }

  /** The length of the arrowhead; it is as wide. */
  double head() {
    return HEAD_BASE + 1.5 * width;
  }
}
