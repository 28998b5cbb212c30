package io.starling.objects.reduce;

import io.starling.objects.ObjectId;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The positions of the tree of a reduce, by their numbers; the root is the first. */
final class Places {

  private final List<Position> positions;

  /**
   * @param size how many there are; none before the tree is known
   */
  Places(int size) {
    positions = Stream.generate(Position::new).limit(size).toList();
  }

  int size() {
    return positions.size();
  }

  Position at(int i) {
    return positions.get(i);
  }

  boolean isFree(int i) {
    return positions.get(i).isFree();
  }

  boolean hasNode(int i) {
    return positions.get(i).hasNode();
  }

  /** Whether a source has a position, or had it last. */
  boolean has(ObjectId source) {
    return positions.stream().anyMatch(position -> source.equals(position.source()));
  }

  /** How many nodes have a source of this kind. */
  int nodes(Predicate<ObjectId> kind) {
    return count(position -> position.hasNode() && kind.test(position.source()));
  }

  /** Whether a position has lost its source. */
  boolean isOneLost() {
    return count(position -> position.source() != null && position.isFree()) > 0;
  }

  boolean isOneFree() {
    return count(Position::isFree) == 1;
  }

  List<ObjectId> sources() {
    return positions.stream().map(Position::source).toList();
  }

  private int count(Predicate<Position> condition) {
    return (int) positions.stream().filter(condition).count();
  }
}
