package io.starling.examples.objects;

import io.starling.objects.ObjectStore;
import io.starling.objects.ObjectView;
import io.starling.runtime.Buffer;
import java.util.Optional;

/**
 * A worker's side of {@link Workers}: the next order, its result, the next order.
 *
 * <p>Of one thread.
 */
public final class Worker {

  private final ObjectStore store;
  private final Names names;
  private final int number;
  private long turn;

  /**
   * Tells the master that this worker is there.
   *
   * @param program the same text as the master's
   * @param number 1 to the number of workers
   */
  public Worker(ObjectStore store, String program, int number) {
    this.store = store;
    this.names = new Names(program);
    this.number = number;
    store.put(names.result(number, 0), Buffer.of(0));
  }

  /**
   * Waits for the next order.
   *
   * @return the model to work with, or nothing at the end
   * @throws IllegalStateException if none comes for a minute
   */
  public Optional<float[]> next() {
    turn++;
    long version;
    try (ObjectView order = Arrivals.get(store, names.order(number, turn))) {
      version = order.longs()[0];
    }
    if (version == Names.END) {
      return Optional.empty();
    }
    try (ObjectView model = store.get(names.model(version))) {
      return Optional.of(model.floats());
    }
  }

  /** Puts the result of the last order. */
  public void answer(Buffer result) {
    store.put(names.result(number, turn), result);
  }
}
