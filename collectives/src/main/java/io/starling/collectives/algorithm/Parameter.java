package io.starling.collectives.algorithm;

import io.starling.topology.Level;

/** The parameters of algorithms. */
public enum Parameter {
  SEGMENT("segment", "bytes of a segment, such as 64K"),
  SEND_WINDOW("send-window", "sends open per child (ADAPT's N)"),
  RECEIVE_WINDOW(
      "receive-window", "receives open per peer (ADAPT's M, more than N); peers at a time"),
  RADIX("radix", "the base of a k-nomial tree, at least 2"),
  TREE("tree", "the shape of the tree"),
  CLUSTER(Level.CLUSTER, "the tree between nodes, or between zones or racks where they are known"),
  ZONE(Level.ZONE, "the tree within a zone, between its racks"),
  RACK(Level.RACK, "the tree within a rack, between its nodes"),
  NODE(Level.NODE, "the tree within a node, between its packages"),
  PACKAGE(Level.PACKAGE, "the tree within a package, between its NUMA nodes"),
  NUMA(Level.NUMA, "the tree within a NUMA node, between its level 3 caches"),
  L3(Level.L3, "the tree within a level 3 cache, between its cores"),
  CORE(Level.CORE, "the tree between ranks on one core");

  private final String label;
  private final String description;

  Parameter(String label, String description) {
    this.label = label;
    this.description = description;
  }

  Parameter(Level level, String description) {
    this(level.label(), description);
  }

  /** The parameter for the tree of a level. */
  static Parameter of(Level level) {
    return valueOf(level.name());
  }

  public String label() {
    return label;
  }

  public String description() {
    return description;
  }
}
