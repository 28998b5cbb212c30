package io.starling.bench.laboratory.cluster;

/** Two racks of two nodes of two packages of two cores, with figures that are easy to add up. */
public final class SmallCluster {

  /** Tests that look for faults name its lines and columns. */
  public static final String TEXT =
      """
      {
        "name": "small",
        "description": "to test with",
        "nodes": 4,
        "node": "package:2 core:2 pu:1",
        "links": {
          "core": {
            "out": {"latency": "10ns", "bandwidth": "20GB/s", "gap": "0ns"},
            "in": {"latency": "10ns", "bandwidth": "10GB/s", "gap": "0ns"},
            "source": "a test"
          },
          "package": {
            "within": {"latency": "0ns", "bandwidth": "40GB/s", "gap": "0ns"},
            "out": {"latency": "50ns", "bandwidth": "20GB/s", "gap": "0ns"},
            "in": {"latency": "50ns", "bandwidth": "20GB/s", "gap": "0ns"},
            "source": "a test"
          },
          "node": {
            "out": {"latency": "500ns", "bandwidth": "10GB/s", "gap": "100ns"},
            "in": {"latency": "500ns", "bandwidth": "10GB/s", "gap": "100ns"},
            "source": "a test"
          }
        },
        "tiers": [
          {
            "name": "rack",
            "nodes": 2,
            "out": {"latency": "1us", "bandwidth": "80Gb/s", "gap": "0ns"},
            "in": {"latency": "1us", "bandwidth": "80Gb/s", "gap": "0ns"},
            "source": "a test"
          }
        ],
        "protocols": {
          "inside": {"eager": "none", "mover": "copy", "source": "a test"},
          "between": {"eager": "4K", "mover": "read", "source": "a test"}
        },
        "processor": {
          "post": "0ns", "handle": "0ns", "copy": "10GB/s", "fold": "5GB/s", "source": "a test"
        }
      }
      """;

  private SmallCluster() {}

  static SimulatedCluster machine() {
    return SimulatedCluster.read("small.json", TEXT);
  }

  /** The same with something else instead of a piece that is there. */
  static SimulatedCluster changed(String piece, String instead) {
    if (!TEXT.contains(piece)) {
      throw new IllegalArgumentException("not there: " + piece);
    }
    return SimulatedCluster.read("small.json", TEXT.replace(piece, instead));
  }
}
