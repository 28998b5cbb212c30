package io.starling.topology.placement;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;

/** Takes from several piles in turn, as cards are dealt: one from each, and round again. */
final class Dealing {

  private Dealing() {}

  /**
   * The first cards that are taken.
   *
   * @param piles a pile that has been used up is passed over
   * @param limit how many to take at most
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

  /** The cores of a node as a pile, none of which is made before it is taken. */
  static List<Spot> pile(int node, int[] cores) {
    return new AbstractList<>() {
      @Override
      public Spot get(int index) {
        return new Spot(node, cores[index]);
      }

      @Override
      public int size() {
        return cores.length;
      }
    };
  }

  /** So many cards: the first of a pile, or all of it and round again. */
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
