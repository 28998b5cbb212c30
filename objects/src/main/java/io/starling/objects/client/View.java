package io.starling.objects.client;

import io.starling.objects.ObjectId;
import io.starling.objects.ObjectView;
import io.starling.objects.protocol.ObjectType;
import io.starling.runtime.Datatype;
import io.starling.runtime.memory.Bytes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** A whole object: a small one in an array of its own, a large one where the store has it. */
final class View implements ObjectView {

  private static final String KNOWN_PACKAGES =
      "java.lang.*;java.math.*;java.time.*;java.util.*;java.util.concurrent.*";

  private final ObjectId id;
  private final ObjectType type;
  private final MemorySegment segment;

  /** Ends the access to the segment, and tells the store. */
  private final Runnable release;

  private volatile boolean closed;

  private View(ObjectId id, ObjectType type, MemorySegment segment, Runnable release) {
    this.id = id;
    this.type = type;
    this.segment = segment.asReadOnly();
    this.release = release;
  }

  /** A small object. */
  static View of(ObjectId id, ObjectType type, byte[] value) {
    // An array of long is aligned for all elements.
    MemorySegment copy =
        MemorySegment.ofArray(new long[(value.length + Long.BYTES - 1) / Long.BYTES])
            .asSlice(0, value.length);
    Bytes.copy(MemorySegment.ofArray(value), 0, copy, 0, value.length);
    return new View(id, type, copy, () -> {});
  }

  /**
   * A large object.
   *
   * @param release tells the store that its memory is free
   * @throws io.starling.objects.StoreLostException if the access to the store has ended
   */
  static View of(
      ObjectId id, ObjectType type, MemorySegment place, Access access, Runnable release) {
    Arena arena = access.open();
    MemorySegment bytes = place.reinterpret(place.byteSize(), arena, null);
    return new View(
        id,
        type,
        bytes,
        () -> {
          access.close(arena);
          release.run();
        });
  }

  @Override
  public ObjectId id() {
    return id;
  }

  @Override
  public Datatype type() {
    return Content.datatype(type);
  }

  @Override
  public long count() {
    return segment.byteSize() / type().size();
  }

  @Override
  public MemorySegment segment() {
    if (closed) {
      throw new IllegalStateException("the view of object %s is closed".formatted(id));
    }
    return segment;
  }

  @Override
  public byte[] bytes() {
    return segment().toArray(ValueLayout.JAVA_BYTE);
  }

  @Override
  public int[] ints() {
    require(ObjectType.INT32);
    return segment().toArray(ValueLayout.JAVA_INT);
  }

  @Override
  public long[] longs() {
    require(ObjectType.INT64);
    return segment().toArray(ValueLayout.JAVA_LONG);
  }

  @Override
  public float[] floats() {
    require(ObjectType.FLOAT32);
    return segment().toArray(ValueLayout.JAVA_FLOAT);
  }

  @Override
  public double[] doubles() {
    require(ObjectType.FLOAT64);
    return segment().toArray(ValueLayout.JAVA_DOUBLE);
  }

  private void require(ObjectType expected) {
    if (type != expected) {
      throw new IllegalStateException(
          "object %s has elements of %s, not of %s".formatted(id, type, expected));
    }
  }

  @Override
  public <T> T object(Class<T> expected) {
    return object(
        expected,
        ObjectInputFilter.Config.createFilter(
            "maxdepth=1000;" + expected.getName() + ";" + KNOWN_PACKAGES + ";!*"));
  }

  @Override
  public <T> T object(Class<T> expected, ObjectInputFilter filter) {
    require(ObjectType.JAVA);
    try (ObjectInputStream stream = new Stream(bytes(), expected.getClassLoader())) {
      stream.setObjectInputFilter(filter);
      return expected.cast(stream.readObject());
    } catch (IOException | ClassNotFoundException | ClassCastException e) {
      throw new IllegalStateException(
          "object %s can't be read as %s: %s".formatted(id, expected.getName(), e.getMessage()), e);
    }
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      closed = true;
      release.run();
    }
  }

  /** Finds the classes of the program, which Starling's own loader may not know. */
  private static final class Stream extends ObjectInputStream {

    private final ClassLoader loader;

    Stream(byte[] bytes, ClassLoader loader) throws IOException {
      super(new ByteArrayInputStream(bytes));
      this.loader = loader;
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass described)
        throws IOException, ClassNotFoundException {
      try {
        return Class.forName(described.getName(), false, loader);
      } catch (ClassNotFoundException e) {
        return super.resolveClass(described);
      }
    }
  }
}
