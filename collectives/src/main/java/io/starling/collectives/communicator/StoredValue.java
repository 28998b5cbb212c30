package io.starling.collectives.communicator;

import io.starling.runtime.bootstrap.api.Spawner;
import java.util.Optional;

/** A value of the launcher's store that this rank waits for. To be used inside the engine. */
final class StoredValue {

  private final Spawner store;
  private final String key;
  private byte[] value;
  private RuntimeException failure;

  /**
   * A value.
   *
   * @param store null where there is none; then the value never comes
   */
  StoredValue(Spawner store, String key) {
    this.store = store;
    this.key = key;
  }

  /**
   * Whether there is a value or a failure. Does not throw, because any waiting thread may call it.
   */
  boolean isKnown() {
    if (store != null && value == null && failure == null) {
      try {
        value = store.find(key).orElse(null);
      } catch (RuntimeException e) {
        failure = e;
      }
    }
    return value != null || failure != null;
  }

  /** The value as far as it is known; throws the failure. */
  Optional<byte[]> get() {
    if (failure != null) {
      throw failure;
    }
    return Optional.ofNullable(value);
  }

  /** Ends the search for a value that has not come. */
  void forget() {
    if (store != null && value == null) {
      store.forget(key);
    }
  }
}
