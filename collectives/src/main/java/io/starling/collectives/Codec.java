package io.starling.collectives;

import io.starling.collectives.parcel.JavaCodec;
import io.starling.collectives.parcel.ParcelReader;
import io.starling.collectives.parcel.ParcelWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputFilter;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/**
 * Turns objects into bytes and back, for {@link ObjectMessages}. {@link #java()} is the default;
 * {@link Communicator#useCodec} chooses another one.
 *
 * <p>A codec may hand primitive arrays to {@link Sink#beside} instead of writing them: they then
 * travel beside the stream, from the array itself into a new array, without a copy.
 *
 * <p>A codec that is a service ({@link java.util.ServiceLoader}) is chosen for a whole job by its
 * {@link #name}: {@code starling run --codec}.
 *
 * <p>Threads: a codec is called by several threads at a time where the job has several.
 */
public interface Codec {

  /**
   * Java serialisation. Values, and all that they refer to, are {@link java.io.Serializable}:
   * records and classes that say so, strings, boxed values, collections, arrays, enums.
   *
   * <p>It reads what the filter for the whole JVM ({@code -Djdk.serialFilter}) allows, except:
   *
   * <ul>
   *   <li>objects nested deeper than 1,000
   *   <li>arrays with more elements than the message has bytes, which only a damaged message has
   *   <li>classes of {@code java.rmi}, {@code javax.management}, {@code javax.naming}, {@code
   *       javax.script}, {@code sun.rmi} and {@code com.sun}, which reach beyond the message when
   *       they are read
   * </ul>
   *
   * @return the default codec
   */
  static Codec java() {
    return JavaCodec.INSTANCE;
  }

  /**
   * Java serialisation with a filter of the program. The filter for the whole JVM ({@code
   * -Djdk.serialFilter}) still refuses what it refuses; the limits of {@link #java()} do not apply.
   *
   * @param filter decides which classes are read, and how much; undecided is allowed
   * @return a codec of the same name as {@link #java()}, which reads and writes the same bytes
   * @throws IllegalArgumentException if {@code filter} is null
   */
  static Codec java(ObjectInputFilter filter) {
    return new JavaCodec(filter);
  }

  /**
   * Its name in messages. Ranks whose codecs have different names do not read each other's objects.
   *
   * @return a short name, such as {@code java}
   */
  String name();

  /**
   * Writes an object.
   *
   * @param value any object, or null
   * @param sink takes the bytes
   * @throws IOException if it can't be written; the message names class and place. Any
   *     RuntimeException counts as one
   */
  void encode(Object value, Sink sink) throws IOException;

  /**
   * Reads an object.
   *
   * @param source has the bytes that {@link #encode} has written on another rank
   * @return the object, or null if null was written
   * @throws IOException if it can't be read. Any RuntimeException counts as one
   * @throws ClassNotFoundException if this rank lacks a class
   */
  Object decode(Source source) throws IOException, ClassNotFoundException;

  /**
   * Whether an array may be received beside the stream; it is asked before memory is allocated.
   *
   * @param type the class of the array, such as {@code double[].class}
   * @param length how many elements it has
   * @return true unless a codec says otherwise; if false, the message is dropped with an error
   */
  default boolean accepts(Class<?> type, int length) {
    return true;
  }

  /** Where an object is written. */
  abstract sealed class Sink extends OutputStream permits ParcelWriter {

    /** For Starling. */
    protected Sink() {}

    /**
     * Offers an array to travel beside the stream. It must not be offered twice where the reader
     * expects a single array, and must not change until it was sent.
     *
     * @param array any object
     * @return its number for {@link Source#beside}, counted from 0; -1 if it is no primitive array,
     *     or too short to gain by it: then the codec writes it
     */
    public abstract int beside(Object array);
  }

  /** What is read. */
  abstract sealed class Source extends InputStream permits ParcelReader {

    /** For Starling. */
    protected Source() {}

    /**
     * An array that travelled beside the stream.
     *
     * @param number what {@link Sink#beside} returned for it
     * @return the array, which now belongs to the object; it has all its elements
     * @throws IOException if there is no such array
     */
    public abstract Object beside(int number) throws IOException;

    /**
     * The bytes that were not read yet.
     *
     * @return a view of an array, valid until {@link Codec#decode} returns
     */
    public abstract ByteBuffer remaining();

    /**
     * The length of the message with all arrays beside it.
     *
     * @return the length in bytes
     */
    public abstract long messageBytes();
  }
}
