package io.starling.runtime.bootstrap;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Keys, values and fences, without any network. Answers go to consumers that must not block. For
 * one thread.
 */
final class StoreState {

  private record Waiter(int request, Consumer<Frame> client) {}

  private static final class Fence {
    final BitSet entered = new BitSet();
    final List<Consumer<Frame>> clients = new ArrayList<>();
  }

  private final int size;
  private final Map<String, byte[]> values = new HashMap<>();
  private final Map<String, List<Waiter>> waiters = new HashMap<>();
  private final Map<String, Fence> fences = new HashMap<>();
  private final BitSet departed = new BitSet();

  StoreState(int size) {
    this.size = size;
  }

  void put(String key, byte[] value) {
    values.put(key, value);
    List<Waiter> waiting = waiters.remove(key);
    if (waiting != null) {
      waiting.forEach(waiter -> deliver(waiter, key, value));
    }
  }

  /** Answers now or when the key is put. */
  void get(String key, int request, Consumer<Frame> client) {
    Waiter waiter = new Waiter(request, client);
    byte[] value = values.get(key);
    if (value != null) {
      deliver(waiter, key, value);
    } else {
      waiters.computeIfAbsent(key, ignored -> new ArrayList<>()).add(waiter);
    }
  }

  /** Answers all who entered when the last rank has; the name is then free to be used again. */
  void enterFence(String name, int rank, Consumer<Frame> client) {
    Fence fence = fences.computeIfAbsent(name, ignored -> new Fence());
    fence.entered.set(rank);
    fence.clients.add(client);
    if (fence.entered.cardinality() == size) {
      fences.remove(name);
      answer(fence, Frame.of(FrameType.FENCE_PASSED, rank, name));
    } else {
      breakIfAbandoned(name, fence);
    }
  }

  /** The rank will put nothing and enter no fence any more. */
  void depart(int rank) {
    departed.set(rank);
    Map.copyOf(fences).forEach(this::breakIfAbandoned);
  }

  private void breakIfAbandoned(String name, Fence fence) {
    BitSet missing = (BitSet) departed.clone();
    missing.andNot(fence.entered);
    if (!missing.isEmpty()) {
      fences.remove(name);
      answer(fence, Frame.of(FrameType.FENCE_BROKEN, missing.nextSetBit(0), name));
    }
  }

  private static void answer(Fence fence, Frame frame) {
    fence.clients.forEach(client -> client.accept(frame));
  }

  private static void deliver(Waiter waiter, String key, byte[] value) {
    waiter.client().accept(new Frame(FrameType.VALUE, waiter.request(), key, value));
  }
}
