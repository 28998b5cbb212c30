package io.starling.objects.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.objects.ObjectId;
import io.starling.objects.copy.Copy;
import io.starling.objects.copy.Space;
import io.starling.objects.protocol.Lane;
import io.starling.objects.protocol.View;
import io.starling.objects.simulated.Program;
import io.starling.objects.simulated.SimulatedCluster;
import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.Map;

/** What holds after each event, whatever dies. */
final class Invariants {

  private static final long CIRCLE_AT_MOST = 1_000_000;

  /** A lane of an object, or of a copy. */
  private record Half(Object of, Lane lane) {}

  private final SimulatedCluster cluster;
  private final boolean longs;
  private final Map<Half, Long> circleSince = new HashMap<>();

  /** The seed of the bytes of each content, by its stamp; or its long. */
  private final Map<Long, Long> seeds = new HashMap<>();

  /** How far each copy was compared already, and of which content. */
  private final Map<Half, long[]> compared = new HashMap<>();

  Invariants(SimulatedCluster cluster) {
    this(cluster, false);
  }

  /**
   * @param longs whether each object has one long again and again, instead of bytes by a seed
   */
  Invariants(SimulatedCluster cluster, boolean longs) {
    this.cluster = cluster;
    this.longs = longs;
  }

  void check() {
    Map<Half, Map<Integer, Integer>> edges = new HashMap<>();
    for (int slot : cluster.alive()) {
      Store store = cluster.store(slot);
      for (Copy copy : store.copies()) {
        for (Lane lane : Lane.HALVES) {
          checkContents(slot, copy, lane);
          if (copy.source(lane) != View.NO_STORE) {
            edges
                .computeIfAbsent(new Half(copy.id(), lane), half -> new HashMap<>())
                .put(slot, copy.source(lane));
          }
        }
        checkWatermark(slot, copy);
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

  /** A put wrote this lane; any of its bytes says with which seed. */
  private void checkContents(int slot, Copy copy, Lane lane) {
    long stamp = copy.stamp(lane);
    if (copy.watermark(lane) == 0 || stamp == 0) {
      return;
    }
    long stripe = Lane.stripe(copy.size());
    long[] before = compared.computeIfAbsent(new Half(copy, lane), unknown -> new long[2]);
    long from = before[1] == stamp && before[0] <= copy.watermark(lane) ? before[0] : 0;
    for (long i = from; i < copy.watermark(lane); i += longs ? Long.BYTES : 1) {
      long offset = lane.offset(i, stripe);
      long seed = seedAt(copy, offset);
      Long known = seeds.putIfAbsent(stamp, seed);
      if (known != null && known != seed) {
        throw new AssertionError(
            "byte %d of %s at store %d is wrong; %d of %s are there"
                .formatted(offset, copy.id(), slot, copy.watermark(lane), lane));
      }
    }
    before[0] = copy.watermark(lane);
    before[1] = stamp;
  }

  private long seedAt(Copy copy, long offset) {
    return longs
        ? copy.memory().get(ValueLayout.JAVA_LONG_UNALIGNED, offset)
        : (byte)
            (copy.memory().get(ValueLayout.JAVA_BYTE, offset) - Program.expected((byte) 0, offset));
  }

  /** Who reads from the first byte on gets bytes of one content only, all that are there. */
  private void checkWatermark(int slot, Copy copy) {
    long stripe = Lane.stripe(copy.size());
    long there = copy.watermark();
    boolean whole = copy.stamp(Lane.EVEN) == copy.stamp(Lane.ODD);
    assertThat(whole || there == 0).as("%s at store %d is mixed", copy.id(), slot).isTrue();
    boolean lacksNext = !whole || there == copy.size();
    for (Lane lane : Lane.HALVES) {
      assertThat(copy.watermark(lane))
          .as("%s of %s at store %d, of which %d are there", lane, copy.id(), slot, there)
          .isGreaterThanOrEqualTo(lane.within(there, stripe));
      lacksNext |= lane.offset(copy.watermark(lane), stripe) == there;
    }
    assertThat(lacksNext)
        .as("byte %d of %s at store %d is missing", there, copy.id(), slot)
        .isTrue();
  }

  /**
   * A store may read from another that does not know yet that its own copy is another content now:
   * a circle lasts as long as the message that says so.
   */
  private void checkForest(Half id, Map<Integer, Integer> sources) {
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
