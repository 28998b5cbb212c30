package io.starling.bench.objects.measure;

import io.starling.objects.ObjectId;
import io.starling.objects.ObjectInfo;
import io.starling.objects.ObjectStore;
import io.starling.objects.ObjectView;
import io.starling.runtime.Buffer;
import java.util.ArrayList;
import java.util.List;

/**
 * How long a reader gets no byte when the store that serves it is killed.
 *
 * <pre>
 *   rank 1, spare store   put ----.--- serves ---> SIGKILL, if it is the one that serves
 *   rank 2, spare store   get <---'                    '---> serves
 *   rank 0                read ==================             ==================
 *                                                  |<-------->| what is measured
 * </pre>
 *
 * <p>Only rank 0's clock measures. That the kill came before the end of the read is seen by the
 * clocks of both hosts.
 */
final class RecoveryTrial implements AutoCloseable {

  /** How many are timed where the user says nothing. */
  static final int USUAL = 10;

  /** Each takes two slots of the stores, which are never used again. */
  static final int MOST = 100;

  private static final int PART = 8;

  /**
   * On a busy machine all bytes may be there before the store is killed; then it is tried again.
   */
  private static final int TRIES = 4;

  private final Scene scene;
  private final Payload payload;
  private final long bytes;
  private final long memory;
  private final StreamWatch watch;
  private SpareStore spare;

  RecoveryTrial(Scene scene, long bytes, long memory) {
    this.scene = scene;
    this.payload = scene.payload(bytes);
    this.bytes = bytes;
    this.memory = memory;
    this.watch = scene.rank() == 0 ? new StreamWatch(bytes) : null;
  }

  /**
   * Returns the nanoseconds of the recoveries that were seen, so many if possible. A first one is
   * warm-up.
   */
  long[] measure(int count) {
    List<Long> times = new ArrayList<>();
    recover(0);
    for (int i = 1; i <= TRIES * count && times.size() < count; i++) {
      long time = scene.meeting().agree(recover(i));
      if (time > 0) {
        times.add(time);
      }
    }
    return times.stream().mapToLong(Long::longValue).toArray();
  }

  private boolean hasSpare() {
    return scene.rank() == 1 || scene.rank() == 2;
  }

  private long recover(int iteration) {
    ObjectId id = payload.id(iteration, 0);
    ObjectId order = payload.id(iteration, 1);
    if (hasSpare() && spare == null) {
      spare = SpareStore.start(scene, memory);
    }
    scene.meeting().await();
    if (scene.rank() == 1) {
      spare.connection().put(id, payload.buffer());
    } else if (scene.rank() == 2) {
      try (ObjectView view = spare.connection().get(id)) {
        Payload.check(view, 1);
      }
    }
    List<String> slots = scene.meeting().tell(hasSpare() ? Integer.toString(spare.slot()) : "-");
    long killed = 0;
    if (scene.rank() == 0) {
      read(id, order, slots);
    } else if (hasSpare()) {
      killed = obey(order);
    }
    List<String> kills = scene.meeting().tell(Long.toString(killed));
    if (scene.rank() == 0) {
      scene.store().delete(List.of(id, order));
      return watch.longestGap(kills.stream().mapToLong(Long::parseLong).max().orElseThrow());
    }
    return 0;
  }

  private void read(ObjectId id, ObjectId order, List<String> slots) {
    watch.start(scene.store(), id);
    watch.await(bytes / PART);
    scene.store().put(order, Buffer.of(new int[] {serving(scene.store(), id, slots)}));
    watch.await(bytes);
  }

  /** The spare store from which others fetch. */
  private static int serving(ObjectStore store, ObjectId id, List<String> slots) {
    List<Integer> spares =
        slots.stream().filter(word -> !word.equals("-")).map(Integer::valueOf).toList();
    return store.info(id).stream()
        .flatMap(info -> info.places().stream())
        .filter(place -> place.readers() > 0 && spares.contains(place.store()))
        .mapToInt(ObjectInfo.Place::store)
        .findFirst()
        .orElse(-1);
  }

  /** Kills the spare store if it is meant; returns when, in microseconds, or 0. */
  private long obey(ObjectId order) {
    int[] slot = new int[1];
    scene.store().read(order, Buffer.of(slot));
    if (slot[0] != spare.slot()) {
      return 0;
    }
    long now = StreamWatch.micros();
    spare.kill();
    spare.close();
    spare = null;
    return now;
  }

  @Override
  public void close() {
    if (spare != null) {
      spare.close();
    }
    if (watch != null) {
      watch.close();
    }
    payload.close();
  }
}
