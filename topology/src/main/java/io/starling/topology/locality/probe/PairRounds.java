package io.starling.topology.locality.probe;

import java.util.ArrayList;
import java.util.List;

/**
 * The rounds of a tournament in which each host meets each other one once, and is in one pair at a
 * time (the circle method). An even number of hosts needs one round less than there are hosts.
 *
 * <pre>
 * 4 hosts     round 0: 0-3 1-2     round 1: 1-3 2-0     round 2: 2-3 0-1
 * </pre>
 */
public final class PairRounds {

  private PairRounds() {}

  /** The number of rounds for so many hosts. */
  public static int count(int hosts) {
    return hosts + hosts % 2 - 1;
  }

  /**
   * The peer of a host in a round; {@code hosts} if it has none, because their number is odd. Ranks
   * find it without the whole list.
   */
  public static int peer(int round, int host, int hosts) {
    int others = count(hosts);
    if (host == others) {
      // The one that stays meets the one that would meet itself.
      return round % 2 == 0 ? round / 2 : (round + others) / 2;
    }
    int peer = Math.floorMod(round - host, others);
    return peer == host ? others : peer;
  }

  /** The pairs of a round. */
  static List<Pair> pairs(int round, int hosts) {
    List<Pair> pairs = new ArrayList<>();
    for (int host = 0; host < hosts; host++) {
      int peer = peer(round, host, hosts);
      if (host < peer && peer < hosts) {
        pairs.add(new Pair(host, peer));
      }
    }
    return pairs;
  }
}
