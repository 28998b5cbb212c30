package io.starling.bench.objects.measure;

import io.starling.objects.ObjectId;
import io.starling.objects.ObjectStore;
import io.starling.objects.ObjectView;
import io.starling.runtime.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * How the ranks of a benchmark agree: by small objects, as a rank that waits for an object sleeps.
 * A barrier of the collectives spins, and would take a core from what is measured.
 *
 * <p>All ranks make the same calls in the same order.
 */
final class Meeting {

  /** So many objects are deleted together. */
  private static final int BATCH = 32;

  private final ObjectStore store;
  private final int rank;
  private final int size;
  private final List<ObjectId> own = new ArrayList<>();
  private long number;

  Meeting(ObjectStore store, int rank, int size) {
    this.store = store;
    this.rank = rank;
    this.size = size;
  }

  int rank() {
    return rank;
  }

  int size() {
    return size;
  }

  /** Returns when all ranks have called it. */
  void await() {
    exchange(new byte[1]);
  }

  /** What each rank gives, in their order; one byte or more. */
  List<byte[]> exchange(byte[] given) {
    number++;
    ObjectId id = id(rank);
    store.put(id, Buffer.of(given));
    List<byte[]> all = new ArrayList<>();
    for (int other = 0; other < size; other++) {
      all.add(other == rank ? given : bytes(id(other)));
    }
    clean(id);
    return all;
  }

  private byte[] bytes(ObjectId id) {
    try (ObjectView view = store.get(id)) {
      return view.bytes();
    }
  }

  /** Who is here has read what was given before the last time. */
  private void clean(ObjectId id) {
    if (own.size() > BATCH) {
      store.delete(own.subList(0, own.size() - 1));
      own.subList(0, own.size() - 1).clear();
    }
    own.add(id);
  }

  private ObjectId id(int of) {
    return ObjectId.of("bench meeting %d of rank %d".formatted(number, of));
  }

  /** What each rank says. */
  List<String> tell(String words) {
    return exchange((words + "\n").getBytes(StandardCharsets.UTF_8)).stream()
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8).strip())
        .toList();
  }

  /** What rank 0 says; others may say anything. */
  long agree(long words) {
    return Long.parseLong(tell(Long.toString(words)).getFirst());
  }
}
