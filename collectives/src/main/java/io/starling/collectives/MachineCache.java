package io.starling.collectives;

import io.starling.runtime.progress.Operation;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Machines that are complete and wait to be used again, by what they were planned for. So a
 * repeated collective plans nothing and allocates no machine.
 */
final class MachineCache {

  private static final int MOST_PLANS = 256;
  private static final float LOAD_FACTOR = 0.75f;

  /** The machines of one plan. */
  static final class Shelf<M extends Operation> {

    private final ArrayDeque<M> idle = new ArrayDeque<>();
    private final Supplier<M> maker;

    Shelf(Supplier<M> maker) {
      this.maker = maker;
    }

    M take() {
      M machine = idle.pollLast();
      return machine != null ? machine : maker.get();
    }

    /** Puts a machine back, unless it failed. */
    void give(M machine) {
      if (machine.failure() == null) {
        idle.addLast(machine);
      }
    }
  }

  private final Map<Object, Shelf<?>> shelves =
      new LinkedHashMap<>(MOST_PLANS, LOAD_FACTOR, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Object, Shelf<?>> eldest) {
          return size() > MOST_PLANS;
        }
      };

  /** The shelf for a key, or null. The key's class says what kind of machine stands there. */
  @SuppressWarnings("unchecked")
  <M extends Operation> Shelf<M> find(Object key) {
    return (Shelf<M>) shelves.get(key);
  }

  <M extends Operation> Shelf<M> add(Object key, Supplier<M> maker) {
    Shelf<M> shelf = new Shelf<>(maker);
    shelves.put(key, shelf);
    return shelf;
  }
}
