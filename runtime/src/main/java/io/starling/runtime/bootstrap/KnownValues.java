package io.starling.runtime.bootstrap;

import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The values that a store has asked for, each of them once for all below it, and who waits for
 * which. For one thread.
 */
final class KnownValues {

  private final Superior above;
  private final Map<String, byte[]> values = new HashMap<>();

  /** By key: who waits, and the number of its newest question. */
  private final Map<String, Map<StoreConnection, Integer>> waiting = new HashMap<>();

  KnownValues(Superior above) {
    this.above = above;
  }

  /** Answers now, or when the value comes. */
  void get(Frame question, StoreConnection client) throws IOException {
    String key = question.name();
    byte[] value = values.get(key);
    if (value != null) {
      client.offer(new Frame(FrameType.VALUE, question.number(), key, value));
      return;
    }
    var clients = waiting.get(key);
    boolean first = clients == null;
    if (first) {
      clients = new LinkedHashMap<>();
      waiting.put(key, clients);
    }
    if (clients.put(client, question.number()) == null) {
      client.countOpen();
    }
    if (first) {
      above.accept(Frame.of(FrameType.GET, 0, key));
    }
  }

  /** A value has come from above. */
  void learn(String key, byte[] value) {
    values.put(key, value);
    var clients = waiting.remove(key);
    if (clients != null) {
      clients.forEach(
          (client, number) -> {
            client.countAnswered();
            client.offer(new Frame(FrameType.VALUE, number, key, value));
          });
    }
  }

  /** The value has been replaced. */
  void forget(String key) {
    values.remove(key);
  }

  /** How many keys are waited for. */
  int open() {
    return waiting.size();
  }

  /** Nobody waits there any more. */
  void forget(StoreConnection left) {
    waiting.values().removeIf(clients -> clients.remove(left) != null && clients.isEmpty());
  }
}
