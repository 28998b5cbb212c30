package io.starling.objects.reduce;

import io.starling.objects.ObjectId;
import io.starling.objects.protocol.FromPrimary.Seen;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/**
 * The sources of a reduce that are there, and those that wait for a place, in order of arrival.
 *
 * <pre>
 * unknown --arrive--> ready --take--> placed --release--> ready      any of them --lose--> gone
 * </pre>
 */
final class Sources {

  private final Map<ObjectId, Seen> there = new LinkedHashMap<>();
  private final Set<ObjectId> ready = new LinkedHashSet<>();
  private final Set<ObjectId> gone = new LinkedHashSet<>();

  /**
   * A source is there, or another store has it now.
   *
   * @param placed whether it has a place
   */
  void arrive(Seen source, boolean placed) {
    there.put(source.id(), source);
    if (!placed) {
      ready.add(source.id());
    }
  }

  /** A source will never be there again. */
  void lose(ObjectId source) {
    gone.add(source);
    forget(source);
  }

  /** A source is not there any more, and may come again. */
  void forget(ObjectId source) {
    there.remove(source);
    ready.remove(source);
  }

  /** Whether some wait for a place. */
  boolean areReady() {
    return !ready.isEmpty();
  }

  boolean isGone(ObjectId source) {
    return gone.contains(source);
  }

  /** How many are gone. */
  int gone() {
    return gone.size();
  }

  /** Forgets what only dead stores had. */
  void keepIf(IntPredicate isAlive) {
    there.values().removeIf(source -> !isAlive.test(source.holder()));
    ready.retainAll(there.keySet());
  }

  boolean isThere(ObjectId source) {
    return there.containsKey(source);
  }

  /** The store that has a source which is there. */
  int holder(ObjectId source) {
    return there.get(source).holder();
  }

  /** The first that waits and meets a condition, or null. */
  ObjectId first(Predicate<ObjectId> condition) {
    return ready.stream().filter(condition).findFirst().orElse(null);
  }

  /** A source has a place. */
  void take(ObjectId source) {
    ready.remove(source);
  }

  /** A source has no place any more. */
  void release(ObjectId source) {
    if (there.containsKey(source)) {
      ready.add(source);
    }
  }
}
