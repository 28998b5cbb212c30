package io.starling.collectives.algorithm;

/** What can be set of an algorithm. */
public enum Parameter {
  SEGMENT("segment", "bytes of a segment, such as 64K"),
  SEND_WINDOW("send-window", "sends open per child (ADAPT's N)"),
  RECEIVE_WINDOW("receive-window", "receives open per peer (ADAPT's M, more than N)"),
  RADIX("radix", "the base of a k-nomial tree, at least 2"),
  TREE("tree", "the shape of the tree");

  private final String label;
  private final String description;

  Parameter(String label, String description) {
    this.label = label;
    this.description = description;
  }

  public String label() {
    return label;
  }

  public String description() {
    return description;
  }
}
