package io.starling.bench.objects.measure;

import io.starling.objects.ObjectId;
import io.starling.objects.ObjectStore;
import io.starling.objects.ObjectView;

/**
 * One call of one rank.
 *
 * <pre>
 *   put, write   rank 0 puts an object; a small one is on two stores then
 *   get          rank 0 has put it, rank 1 gets it
 *   read         rank 0 has put it, rank 1 asks where it is
 * </pre>
 */
final class OneObjectTrial implements Trial {

  private final ObjectsBenchmark benchmark;
  private final ObjectStore store;
  private final int rank;
  private final Payload payload;
  private ObjectView view;
  private boolean known;

  OneObjectTrial(ObjectsBenchmark benchmark, ObjectStore store, int rank, Payload payload) {
    this.benchmark = benchmark;
    this.store = store;
    this.rank = rank;
    this.payload = payload;
  }

  private boolean puts() {
    return benchmark == ObjectsBenchmark.PUT || benchmark == ObjectsBenchmark.WRITE;
  }

  @Override
  public void prepare(long iteration) {
    if (rank == 0 && !puts()) {
      store.put(payload.id(iteration, 0), payload.buffer());
    }
  }

  @Override
  public long run(long iteration) {
    ObjectId id = payload.id(iteration, 0);
    if (rank != (puts() ? 0 : 1)) {
      return 0;
    }
    long begin = System.nanoTime();
    switch (benchmark) {
      case GET -> view = store.get(id);
      case READ -> known = store.info(id).isPresent();
      default -> store.put(id, payload.buffer());
    }
    return System.nanoTime() - begin;
  }

  @Override
  public void clean(long iteration) {
    if (benchmark == ObjectsBenchmark.READ && rank == 1 && !known) {
      throw new IllegalStateException("an object that was put is not known");
    }
    if (view != null) {
      Payload.check(view, 1);
      view.close();
      view = null;
    }
    if (rank == 0) {
      store.delete(payload.id(iteration, 0));
    }
  }

  @Override
  public void close() {
    payload.close();
  }
}
