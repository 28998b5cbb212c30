package io.starling.collectives;

import java.util.Optional;

/**
 * A key of attributes: what a library keeps with a communicator (MPI 4.1, section 7.7). A key
 * decides what happens to its values when their communicator is duplicated or closed:
 *
 * <pre>{@code
 * static final AttributeKey<Cache> CACHE =
 *     AttributeKey.<Cache>of("cache").onDelete((communicator, cache) -> cache.close());
 *
 * Cache cache = communicator.attribute(CACHE).orElseGet(Cache::new);
 * communicator.setAttribute(CACHE, cache);
 * }</pre>
 *
 * <p>Keys are immutable and may be shared by threads. Each key is itself: two keys of the same name
 * have values of their own. A key needs no end (MPI_Comm_free_keyval): it lives as long as its
 * values.
 *
 * @param <T> the type of the values
 */
public final class AttributeKey<T> {

  /**
   * Decides what a duplicate has (MPI_Comm_copy_attr_function).
   *
   * @param <T> the type of the values
   */
  @FunctionalInterface
  public interface Copy<T> {

    /**
     * Copies a value. It may throw: then no communicator results on this rank.
     *
     * @param original the communicator or intercommunicator that is duplicated
     * @param value its value
     * @return the value of the duplicate; empty if it shall have none
     */
    Optional<T> copy(AnyCommunicator original, T value);
  }

  /**
   * Learns that a communicator or window has a value no longer (MPI_Comm_delete_attr_function).
   *
   * @param <T> the type of the values
   */
  @FunctionalInterface
  public interface Delete<T> {

    /**
     * Releases a value. It may throw: then the communicator keeps the value, and the call that
     * would have deleted it throws.
     *
     * @param communicator the communicator or intercommunicator, which still works; of a window the
     *     communicator that made it, which the program may have closed
     * @param value its value
     */
    void delete(AnyCommunicator communicator, T value);
  }

  private final String name;
  private final Copy<T> copy;
  private final Delete<T> delete;

  private AttributeKey(String name, Copy<T> copy, Delete<T> delete) {
    this.name = name;
    this.copy = copy;
    this.delete = delete;
  }

  /**
   * A key whose values are not copied (MPI_Comm_create_keyval with MPI_COMM_NULL_COPY_FN and
   * MPI_COMM_NULL_DELETE_FN).
   *
   * @param <T> the type of the values
   * @param name for messages
   * @return a new key
   * @throws IllegalArgumentException if {@code name} is null
   */
  public static <T> AttributeKey<T> of(String name) {
    present("of", "name", name);
    return new AttributeKey<>(name, (_, _) -> Optional.empty(), (_, _) -> {});
  }

  /**
   * A key like this one whose values duplicates share (MPI_COMM_DUP_FN).
   *
   * @return a new key
   */
  public AttributeKey<T> shared() {
    return onCopy((_, value) -> Optional.of(value));
  }

  /**
   * A key like this one with a function that runs when a communicator is duplicated.
   *
   * @param function decides what the duplicate has
   * @return a new key
   * @throws IllegalArgumentException if {@code function} is null
   */
  public AttributeKey<T> onCopy(Copy<T> function) {
    present("onCopy", "function", function);
    return new AttributeKey<>(name, function, delete);
  }

  /**
   * A key like this one with a function that runs when a value is deleted or replaced, or its
   * communicator is closed.
   *
   * @param function releases the value
   * @return a new key
   * @throws IllegalArgumentException if {@code function} is null
   */
  public AttributeKey<T> onDelete(Delete<T> function) {
    present("onDelete", "function", function);
    return new AttributeKey<>(name, copy, function);
  }

  /**
   * What runs when a communicator is duplicated.
   *
   * @return the function
   */
  public Copy<T> copy() {
    return copy;
  }

  /**
   * What runs when a value is deleted.
   *
   * @return the function
   */
  public Delete<T> delete() {
    return delete;
  }

  private static void present(String call, String role, Object argument) {
    if (argument == null) {
      throw new IllegalArgumentException("%s got null instead of %s".formatted(call, role));
    }
  }

  /** The name: {@code attribute cache}. */
  @Override
  public String toString() {
    return "attribute " + name;
  }
}
