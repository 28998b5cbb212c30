package io.starling.topology.placement;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;

/** Takes from several piles in turn: one item from each, cyclically. */
final class RoundRobin {

  private RoundRobin() {}

  /**
   * The first items that are taken.
   *
   * @param piles the piles; an empty one is skipped
   * @param limit the most items to take
   */
  static <T> List<T> roundRobin(List<List<T>> piles, int limit) {
    List<T> dealt = new ArrayList<>();
    List<List<T>> left = piles;
    for (int round = 0; dealt.size() < limit && !left.isEmpty(); round++) {
      int card = round;
      left = left.stream().filter(pile -> pile.size() > card).toList();
      left.stream().limit(limit - dealt.size()).forEach(pile -> dealt.add(pile.get(card)));
    }
    return dealt;
  }

  /** The cores of a node as a pile; each is made when it is taken. */
  static List<CoreLocation> pile(int node, int[] cores) {
    return new AbstractList<>() {
      @Override
      public CoreLocation get(int index) {
        return new CoreLocation(node, cores[index]);
      }

      @Override
      public int size() {
        return cores.length;
      }
    };
  }

  /** A number of items: the first of a pile, or all, cyclically. */
  static <T> List<T> repeated(List<T> pile, int count) {
    return new AbstractList<>() {
      @Override
      public T get(int index) {
        return pile.get(index % pile.size());
      }

      @Override
      public int size() {
        return count;
      }
    };
  }
}
