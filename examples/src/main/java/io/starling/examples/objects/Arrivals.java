package io.starling.examples.objects;

import io.starling.objects.ObjectId;
import io.starling.objects.ObjectStore;
import io.starling.objects.ObjectView;
import java.time.Duration;
import java.util.List;

/** Waits for objects of ranks that may have died: no rank waits forever. */
public final class Arrivals {

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private Arrivals() {}

  /**
   * Gets an object that another rank puts.
   *
   * @return the whole object, to be closed
   * @throws IllegalStateException if it does not come within a minute
   */
  public static ObjectView get(ObjectStore store, ObjectId id) {
    if (!store.await(List.of(id), 1, PATIENCE).enough()) {
      throw new IllegalStateException(
          "nothing has come for %d s; it seems that the rank that was to put it has died"
              .formatted(PATIENCE.toSeconds()));
    }
    return store.get(id);
  }
}
