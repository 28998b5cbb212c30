package io.starling.runtime.bootstrap.store;

import io.starling.runtime.bootstrap.wire.Frame;
import io.starling.runtime.bootstrap.wire.FrameType;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The values that a store has requested, each once for all clients below, and the clients that wait
 * for them. For one thread.
 */
final class KnownValues {

  private final StoreAuthority above;
  private final Map<String, byte[]> values = new HashMap<>();

  /** By key: the clients that wait, with the number of their newest request. */
  private final Map<String, Map<StoreConnection, Integer>> waiting = new HashMap<>();

  KnownValues(StoreAuthority above) {
    this.above = above;
  }

  /** Answers now, or when the value arrives. */
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

  /** A value has arrived from above. */
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

  /** The number of keys for which clients wait. */
  int open() {
    return waiting.size();
  }

  /** A connection no longer waits. */
  void forget(StoreConnection left) {
    waiting.values().removeIf(clients -> clients.remove(left) != null && clients.isEmpty());
  }
}
