package io.starling.objects;

import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import java.io.ObjectInputFilter;
import java.lang.foreign.MemorySegment;

/**
 * A whole object, read where the store has it. The store keeps its memory until the view is closed;
 * an access after that throws {@link IllegalStateException}. Any thread may use it.
 */
public interface ObjectView extends AutoCloseable {

  /**
   * The object.
   *
   * @return its id
   */
  ObjectId id();

  /**
   * The datatype of the elements.
   *
   * @return a basic datatype; INT8 for a serialised Java object
   */
  Datatype type();

  /**
   * The number of elements.
   *
   * @return 1 or more
   */
  long count();

  /**
   * The bytes of the object, without a copy.
   *
   * @return a read-only segment
   */
  MemorySegment segment();

  /**
   * The elements, without a copy, as other calls of Starling take them.
   *
   * @return a view of {@link #segment}
   */
  default Buffer buffer() {
    return Buffer.of(segment(), type());
  }

  /**
   * A copy of the bytes.
   *
   * @return all bytes
   */
  byte[] bytes();

  /**
   * A copy of the elements.
   *
   * @return the elements
   * @throws IllegalStateException if they are not INT32
   */
  int[] ints();

  /**
   * A copy of the elements.
   *
   * @return the elements
   * @throws IllegalStateException if they are not INT64
   */
  long[] longs();

  /**
   * A copy of the elements.
   *
   * @return the elements
   * @throws IllegalStateException if they are not FLOAT32
   */
  float[] floats();

  /**
   * A copy of the elements.
   *
   * @return the elements
   * @throws IllegalStateException if they are not FLOAT64
   */
  double[] doubles();

  /**
   * Reads a Java object that {@link ObjectStore#putObject} put. Only classes of {@code java.lang},
   * {@code java.math}, {@code java.time}, {@code java.util} and the given one are read.
   *
   * @param type the class of the object
   * @param <T> the class of the object
   * @return the object
   * @throws IllegalStateException if the object was put otherwise, is none of that class, or has
   *     parts of other classes
   */
  <T> T object(Class<T> type);

  /**
   * Reads a Java object.
   *
   * @param type the class of the object
   * @param filter decides which classes may be read
   * @param <T> the class of the object
   * @return the object
   * @throws IllegalStateException if the filter rejects it, or it is none of that class
   */
  <T> T object(Class<T> type, ObjectInputFilter filter);

  /** The store may use the memory for other objects. A second call does nothing. */
  @Override
  void close();
}
