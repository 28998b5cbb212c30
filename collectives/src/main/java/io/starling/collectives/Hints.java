package io.starling.collectives;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Hints: keys and values, both texts, in the order in which they were given (MPI 4.1, chapter 10).
 * Files use the keys that they know, and keep the others; communicators and windows keep all.
 * Immutable.
 *
 * <pre>{@code
 * Hints hints = Hints.EMPTY.with("cb_buffer_size", "8388608").with("cb_nodes", "2");
 * }</pre>
 *
 * @param entries keys and values; unmodifiable
 */
public record Hints(Map<String, String> entries) {

  /** No hints (MPI_INFO_NULL). */
  public static final Hints EMPTY = new Hints(Map.of());

  /**
   * A copy of some hints.
   *
   * @throws IllegalArgumentException if a key, a value or all are null, or a key is empty
   */
  public Hints {
    if (entries == null) {
      throw new IllegalArgumentException("Hints got null instead of entries");
    }
    entries.forEach(
        (key, value) -> {
          if (key == null || value == null || key.isEmpty()) {
            throw new IllegalArgumentException(
                "hint '%s' has the value '%s'; keys and values are texts, keys not empty"
                    .formatted(key, value));
          }
        });
    entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
  }

  /**
   * These hints and another one, which replaces that of the same key (MPI_Info_set).
   *
   * @param key not empty
   * @param value any text
   * @return the hints
   */
  public Hints with(String key, String value) {
    Map<String, String> all = new LinkedHashMap<>(entries);
    all.put(key, value);
    return new Hints(all);
  }

  /**
   * These hints and others, which replace those of the same keys.
   *
   * @param others more hints
   * @return the hints
   * @throws IllegalArgumentException if they are null
   */
  public Hints with(Hints others) {
    if (others == null) {
      throw new IllegalArgumentException("with got null instead of others");
    }
    Map<String, String> all = new LinkedHashMap<>(entries);
    all.putAll(others.entries);
    return new Hints(all);
  }

  /**
   * These hints without one (MPI_Info_delete).
   *
   * @param key may be missing
   * @return the hints
   */
  public Hints without(String key) {
    Map<String, String> all = new LinkedHashMap<>(entries);
    all.remove(key);
    return new Hints(all);
  }

  /**
   * The value of a key (MPI_Info_get_string).
   *
   * @param key may be missing
   * @return the value, if there is one
   */
  public Optional<String> get(String key) {
    return Optional.ofNullable(entries.get(key));
  }
}
