package io.starling.collectives;

import io.starling.collectives.call.AttributeCalls;
import java.util.Optional;

/**
 * Values that a communicator, intercommunicator or window carries for libraries, on this rank only
 * (MPI 4.1, section 7.7), and its hints (section 7.4.4). No call communicates.
 *
 * <p>{@link Communicator#duplicate} copies the values as their keys say, in the order in which they
 * were set. Communicators that are split off or made from groups have no values at first. A view of
 * a communicator has its values. {@link Communicator#close} deletes them, the latest first, while
 * the communicator still works. If a key's function throws, the call throws what it has thrown.
 *
 * <p>A window has no values at first, and its close deletes them too, before it waits for the other
 * ranks.
 *
 * <p>Threads: as for {@link Communicator}. A key's functions run on the thread of the call. Two
 * threads must not set or delete the value of the same key at the same time.
 */
public sealed interface Attributes permits AnyCommunicator, AttributeCalls, Window {

  /**
   * The value of a key (MPI_Comm_get_attr).
   *
   * @param <T> the type of the value
   * @param key the key
   * @return the value; empty if there is none
   * @throws IllegalArgumentException if {@code key} is null
   */
  <T> Optional<T> attribute(AttributeKey<T> key);

  /**
   * Sets the value of a key (MPI_Comm_set_attr). A previous value is deleted first, by the function
   * of the key; if that throws, it stays.
   *
   * @param <T> the type of the value
   * @param key the key
   * @param value the value; to have none, use {@link #deleteAttribute}
   * @throws IllegalArgumentException if {@code key} or {@code value} is null
   */
  <T> void setAttribute(AttributeKey<T> key, T value);

  /**
   * Deletes the value of a key, by the function of the key (MPI_Comm_delete_attr).
   *
   * @param key the key
   * @return whether there was a value
   * @throws IllegalArgumentException if {@code key} is null
   */
  boolean deleteAttribute(AttributeKey<?> key);

  /**
   * The hints (MPI_Comm_get_info, MPI_Win_get_info). A duplicate has those of its original at
   * first; any other new communicator or window has none.
   *
   * @return all that were given, of which Starling knows none
   */
  Hints hints();

  /**
   * Gives hints (MPI_Comm_set_info, MPI_Win_set_info). All ranks give the same.
   *
   * @param hints replace hints of the same keys
   * @throws IllegalArgumentException if {@code hints} is null
   * @throws IllegalStateException if it is closed
   */
  void setHints(Hints hints);
}
