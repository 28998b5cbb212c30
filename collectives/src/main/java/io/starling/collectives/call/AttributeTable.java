package io.starling.collectives.call;

import io.starling.collectives.AnyCommunicator;
import io.starling.collectives.AttributeKey;
import io.starling.collectives.Hints;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * The attributes of a communicator or window in the order in which they were set (MPI 4.1, section
 * 7.7). The functions of keys run without its lock: they may call the communicator, and its
 * attributes too.
 */
public final class AttributeTable {

  private final SequencedMap<AttributeKey<?>, Object> values = new LinkedHashMap<>();

  private Hints hints = Hints.EMPTY;

  AttributeTable() {}

  /** The hints, which a communicator or window has beside its attributes. */
  public Hints hints() {
    synchronized (values) {
      return hints;
    }
  }

  /** Adds hints, or replaces those of the same keys. */
  public void add(Hints more) {
    synchronized (values) {
      hints = hints.with(more);
    }
  }

  /** The value of a key. */
  @SuppressWarnings("unchecked") // Only set puts values, under keys of their type.
  public <T> Optional<T> get(AttributeKey<T> key) {
    synchronized (values) {
      return Optional.ofNullable((T) values.get(key));
    }
  }

  /** Sets the value of a key, after the previous one has been deleted. */
  public <T> void set(AnyCommunicator owner, AttributeKey<T> key, T value) {
    delete(owner, key);
    synchronized (values) {
      values.putLast(key, value);
    }
  }

  /** Deletes the value of a key; returns whether there was one. */
  public <T> boolean delete(AnyCommunicator owner, AttributeKey<T> key) {
    Optional<T> value = get(key);
    value.ifPresent(
        old -> {
          key.delete().delete(owner, old);
          synchronized (values) {
            values.remove(key, old);
          }
        });
    return value.isPresent();
  }

  /** Deletes all values, the latest first, until a function of a key throws. */
  public void deleteAll(AnyCommunicator owner) {
    for (var key = latest(); key.isPresent(); key = latest()) {
      delete(owner, key.get());
    }
  }

  private Optional<AttributeKey<?>> latest() {
    synchronized (values) {
      return Optional.ofNullable(values.lastEntry()).map(Map.Entry::getKey);
    }
  }

  /** Gives a duplicate the values that it shall have. */
  public void copyTo(AttributeTable duplicate, AnyCommunicator original, AnyCommunicator owner) {
    List<AttributeKey<?>> keys;
    synchronized (values) {
      keys = new ArrayList<>(values.sequencedKeySet());
    }
    keys.forEach(key -> copy(key, duplicate, original, owner));
  }

  private <T> void copy(
      AttributeKey<T> key,
      AttributeTable duplicate,
      AnyCommunicator original,
      AnyCommunicator owner) {
    get(key)
        .flatMap(value -> key.copy().copy(original, value))
        .ifPresent(value -> duplicate.set(owner, key, value));
  }
}
