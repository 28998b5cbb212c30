package io.starling.collectives.communicator;

import io.starling.runtime.progress.Operation;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Idle operations, by their plan. A repeated collective reuses them: it plans nothing and allocates
 * no operation.
 */
final class OperationCache {

  private static final int MOST_PLANS = 256;
  private static final float LOAD_FACTOR = 0.75f;

  /** The idle operations of one plan. */
  static final class Idle<M extends Operation> {

    private final ArrayDeque<M> idle = new ArrayDeque<>();
    private final Supplier<M> maker;

    Idle(Supplier<M> maker) {
      this.maker = maker;
    }

    M take() {
      M operation = idle.pollLast();
      return operation != null ? operation : maker.get();
    }

    /** Returns an operation to the idle ones, unless it has failed. */
    void give(M operation) {
      if (operation.failure() == null) {
        idle.addLast(operation);
      }
    }
  }

  private final Map<Object, Idle<?>> byPlan =
      new LinkedHashMap<>(MOST_PLANS, LOAD_FACTOR, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Object, Idle<?>> eldest) {
          return size() > MOST_PLANS;
        }
      };

  /** The idle operations for a key, or null. The key's class determines their type. */
  @SuppressWarnings("unchecked")
  <M extends Operation> Idle<M> find(Object key) {
    return (Idle<M>) byPlan.get(key);
  }

  <M extends Operation> Idle<M> add(Object key, Supplier<M> maker) {
    Idle<M> idle = new Idle<>(maker);
    byPlan.put(key, idle);
    return idle;
  }
}
