package io.starling.objects.protocol;

import io.starling.objects.ObjectId;
import java.util.List;

/**
 * The first message of a store to each store of a new view: what it has of the objects whose
 * entries the receiver keeps from now on.
 *
 * @param copies its copies
 * @param records what it kept as primary or backup
 */
public record Holdings(List<Holding> copies, List<DirectoryRecord> records) implements Message {

  public Holdings {
    copies = List.copyOf(copies);
    records = List.copyOf(records);
  }

  /**
   * A copy.
   *
   * @param stamp names the put; 0 for a copy that is fetched
   * @param evenSource the store that one half is fetched from, or {@link View#NO_STORE}
   * @param oddSource the same for the other half
   */
  public record Holding(
      ObjectId id,
      ObjectType type,
      long size,
      long stamp,
      boolean complete,
      boolean original,
      int evenSource,
      int oddSource) {}
}
