package io.starling.bench.objects.measure;

import io.starling.objects.ObjectId;
import io.starling.objects.ObjectStore;
import io.starling.objects.ObjectView;
import java.util.List;

/**
 * An object there and another one back (Hoplite, figure 6).
 *
 * <pre>
 *   rank 0   put there -------------------> get back
 *   rank 1              get there, put back
 * </pre>
 */
record RoundTripTrial(ObjectStore store, int rank, Payload payload) implements Trial {
  @Override
  public boolean meets() {
    return false;
  }

  @Override
  public long run(long iteration) {
    ObjectId there = payload.id(iteration, 0);
    ObjectId back = payload.id(iteration, 1);
    long begin = System.nanoTime();
    if (rank == 0) {
      store.put(there, payload.buffer());
      get(back);
      return System.nanoTime() - begin;
    }
    if (rank == 1) {
      get(there);
      store.put(back, payload.buffer());
    }
    return 0;
  }

  private void get(ObjectId id) {
    try (ObjectView view = store.get(id)) {
      Payload.check(view, 1);
    }
  }

  @Override
  public void clean(long iteration) {
    if (rank == 0) {
      store.delete(List.of(payload.id(iteration, 0), payload.id(iteration, 1)));
    }
  }

  @Override
  public void close() {
    payload.close();
  }
}
