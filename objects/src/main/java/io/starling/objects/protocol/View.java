package io.starling.objects.protocol;

import io.starling.objects.ObjectId;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The stores of one period, between two changes. Every store of a view finds the same owner for an
 * object: the store whose slot and the object's id hash highest is the primary of its directory
 * entry, the second is the backup. When a store leaves, only its own entries move (rendezvous
 * hashing). One store at most joins with a new view.
 *
 * @param number counts the changes
 * @param nextSlot the slot of the next store that joins; larger than each slot that was ever given
 * @param members the stores, by slot
 */
public record View(long number, int nextSlot, List<Member> members) {

  /** How the halves of an id are laid over each other to find its owner. */
  static final int ROTATION = 32;

  /** Stands where there is no store. */
  public static final int NO_STORE = -1;

  /**
   * @throws IllegalArgumentException without members, with a slot twice or one that was not given
   */
  public View {
    members = members.stream().sorted(Comparator.comparingInt(Member::slot)).toList();
    if (members.isEmpty()) {
      throw new IllegalArgumentException("a view has one store at least");
    }
    if (members.getLast().slot() >= nextSlot) {
      throw new IllegalArgumentException(
          "the next slot is %d, but a member has slot %d"
              .formatted(nextSlot, members.getLast().slot()));
    }
    if (members.stream().mapToInt(Member::slot).distinct().count() < members.size()) {
      throw new IllegalArgumentException("a slot belongs to one store only: " + members);
    }
  }

  /** A view of stores that need no address. */
  public static View ofSlots(long number, int... slots) {
    return new View(
        number,
        IntStream.of(slots).max().orElse(NO_STORE) + 1,
        IntStream.of(slots).mapToObj(slot -> new Member(slot, "local", 0)).toList());
  }

  /** The store that keeps the directory entry of an object. */
  public int primary(ObjectId id) {
    return highest(id, NO_STORE);
  }

  /** The store that can take over from the primary; {@link #NO_STORE} in a view of one store. */
  public int backup(ObjectId id) {
    return highest(id, primary(id));
  }

  /** Whether a store is a member. */
  public boolean contains(int slot) {
    for (Member member : members) {
      if (member.slot() == slot) {
        return true;
      }
    }
    return false;
  }

  /** Whether a store was a member once and is none any more. */
  public boolean hasLeft(int slot) {
    return slot < nextSlot && !contains(slot);
  }

  private int highest(ObjectId id, int without) {
    int best = NO_STORE;
    long bestHash = 0;
    for (Member member : members) {
      long hash = hash(id, member.slot());
      if (member.slot() != without
          && (best == NO_STORE || Long.compareUnsigned(hash, bestHash) > 0)) {
        best = member.slot();
        bestHash = hash;
      }
    }
    return best;
  }

  /** The finalizer of SplitMix64, over id and slot. */
  private static long hash(ObjectId id, int slot) {
    long hash = id.high() ^ Long.rotateLeft(id.low(), ROTATION) ^ slot * 0x9E3779B97F4A7C15L;
    hash = (hash ^ hash >>> 30) * 0xBF58476D1CE4E5B9L;
    hash = (hash ^ hash >>> 27) * 0x94D049BB133111EBL;
    return hash ^ hash >>> 31;
  }
}
