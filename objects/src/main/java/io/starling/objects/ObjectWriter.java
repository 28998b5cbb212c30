package io.starling.objects;

import java.lang.foreign.MemorySegment;

/**
 * An object that a program writes where the store keeps it. One thread uses it.
 *
 * <pre>
 *   create ---> write, written, write, written, ... ---> seal ---> the object is there
 *                    |                             '---> close without seal: there was no object
 *                    '--- others fetch these bytes already
 * </pre>
 */
public interface ObjectWriter extends AutoCloseable {

  /**
   * The object.
   *
   * @return its id
   */
  ObjectId id();

  /**
   * Where to write, from the first byte to the last.
   *
   * @return all bytes of the object; valid until {@link #seal} or {@link #close}
   */
  MemorySegment segment();

  /**
   * The next bytes are written, and do not change any more.
   *
   * @param bytes how many more than before, not negative
   * @throws IllegalArgumentException if that is more than the object has
   */
  void written(long bytes);

  /**
   * All bytes are written. It waits until every program can get the object.
   *
   * @return false if an object with this id was there first; then this one is dropped
   * @throws ObjectDeletedException if the object was deleted
   */
  boolean seal();

  /** Drops the object unless it was sealed. A second call does nothing. */
  @Override
  void close();
}
