package io.starling.objects.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.objects.ObjectId;
import io.starling.objects.copy.Copy;
import io.starling.objects.copy.Space;
import io.starling.objects.protocol.View;
import io.starling.objects.simulated.Program;
import io.starling.objects.simulated.SimulatedCluster;
import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.Map;

/** What holds after each event, whatever dies. */
final class Invariants {

  private static final long CIRCLE_AT_MOST = 1_000_000;

  private final SimulatedCluster cluster;
  private final Map<ObjectId, Long> circleSince = new HashMap<>();

  /** The seed of the bytes of each content, by its stamp. */
  private final Map<Long, Byte> seeds = new HashMap<>();

  /** How far each copy was compared already, and of which content. */
  private final Map<Copy, long[]> compared = new HashMap<>();

  Invariants(SimulatedCluster cluster) {
    this.cluster = cluster;
  }

  void check() {
    Map<ObjectId, Map<Integer, Integer>> edges = new HashMap<>();
    for (int slot : cluster.alive()) {
      Store store = cluster.store(slot);
      for (Copy copy : store.copies()) {
        checkContents(slot, copy);
        if (copy.source() != View.NO_STORE) {
          edges.computeIfAbsent(copy.id(), id -> new HashMap<>()).put(slot, copy.source());
        }
      }
    }
    circleSince.keySet().retainAll(edges.keySet());
    edges.forEach(this::checkForest);
  }

  /** After the last event of a run without reader or writer. */
  void checkAtRest() {
    check();
    Map<ObjectId, Boolean> hasOriginal = new HashMap<>();
    for (int slot : cluster.alive()) {
      Store store = cluster.store(slot);
      long bytes = store.copies().stream().mapToLong(copy -> Space.rounded(copy.size())).sum();
      assertThat(store.memoryUsed()).as("memory of store %d", slot).isEqualTo(bytes);
      assertThat(store.streams().serving()).as("streams of store %d", slot).isZero();
      for (Copy copy : store.copies()) {
        if (copy.isComplete()) {
          hasOriginal.merge(copy.id(), copy.isOriginal(), Boolean::logicalOr);
        }
      }
    }
    assertThat(hasOriginal).as("a complete copy implies an original").doesNotContainValue(false);
  }

  /** A put wrote this copy; its first bytes say with which seed. */
  private void checkContents(int slot, Copy copy) {
    if (copy.watermark() == 0 || copy.stamp() == 0) {
      return;
    }
    byte seed = copy.memory().get(ValueLayout.JAVA_BYTE, 0);
    Byte known = seeds.putIfAbsent(copy.stamp(), seed);
    assertThat(seed).as("%s at store %d", copy.id(), slot).isEqualTo(known == null ? seed : known);
    long[] before = compared.computeIfAbsent(copy, unknown -> new long[2]);
    long from = before[1] == copy.stamp() ? before[0] : 0;
    for (long i = from; i < copy.watermark(); i++) {
      if (copy.memory().get(ValueLayout.JAVA_BYTE, i) != Program.expected(seed, i)) {
        throw new AssertionError(
            "byte %d of %s at store %d is wrong; %d are there"
                .formatted(i, copy.id(), slot, copy.watermark()));
      }
    }
    before[0] = copy.watermark();
    before[1] = copy.stamp();
  }

  /**
   * A store may read from another that does not know yet that its own copy is another content now:
   * a circle lasts as long as the message that says so.
   */
  private void checkForest(ObjectId id, Map<Integer, Integer> sources) {
    boolean circle = sources.keySet().stream().anyMatch(slot -> isOnCircle(slot, sources));
    if (!circle) {
      circleSince.remove(id);
      return;
    }
    long since = circleSince.computeIfAbsent(id, first -> cluster.time().now());
    assertThat(cluster.time().now() - since)
        .as("nanoseconds for which %s is fetched in a circle: %s", id, sources)
        .isLessThan(CIRCLE_AT_MOST);
  }

  private static boolean isOnCircle(int start, Map<Integer, Integer> sources) {
    Integer slot = sources.get(start);
    for (int steps = 0; slot != null && steps < sources.size(); steps++) {
      if (slot == start) {
        return true;
      }
      slot = sources.get(slot);
    }
    return false;
  }
}
