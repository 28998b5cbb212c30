package mpi;

import io.starling.mpi.ElementType;
import io.starling.mpi.ErrorClass;
import io.starling.mpi.Failure;
import io.starling.runtime.Buffer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.lang.foreign.MemorySegment;

/** Elements of arrays of objects, and their bytes by Java's serialization, one stream for all. */
final class Objects {

  private Objects() {}

  /** The elements of a datatype, in one stream: what they share is one object on both sides. */
  static byte[] write(Object array, int offset, int count, Layout layout) {
    Object[] objects = objects(array, count);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
    try (ObjectOutputStream stream = new ObjectOutputStream(bytes)) {
      if (layout.isRow()) {
        int end = offset + count * layout.size();
        for (int i = offset; i < end; i++) {
          stream.writeObject(objects[i]);
        }
      } else {
        for (int place : places(offset, count, layout, objects.length)) {
          stream.writeObject(objects[place]);
        }
      }
    } catch (IOException e) {
      throw new Failure(ErrorClass.ARG, "an object can't be written: " + e, e);
    }
    return bytes.toByteArray();
  }

  /** Stores objects in the elements of a datatype. */
  static void read(byte[] data, int items, Object array, int offset, Layout layout) {
    Object[] objects = objects(array, items);
    try (ObjectInputStream stream = new ProgramStream(new ByteArrayInputStream(data))) {
      if (layout.isRow()) {
        for (int i = 0; i < items; i++) {
          objects[offset + i] = stream.readObject();
        }
      } else {
        int count = Math.ceilDiv(items, layout.size());
        int[] places = places(offset, count, layout, objects.length);
        for (int i = 0; i < items; i++) {
          objects[places[i]] = stream.readObject();
        }
      }
    } catch (IOException | ClassNotFoundException e) {
      throw new Failure(ErrorClass.ARG, "an object can't be read: " + e, e);
    } catch (ArrayStoreException e) {
      throw new Failure(
          ErrorClass.BUFFER,
          "a %s does not fit into a %s".formatted(e.getMessage(), array.getClass().getSimpleName()),
          e);
    }
  }

  private static Object[] objects(Object array, int count) {
    if (array instanceof Object[] objects) {
      return objects;
    }
    if (array == null && count == 0) {
      return new Object[0];
    }
    throw new Failure(
        ErrorClass.BUFFER,
        "the buffer is %s; MPI.OBJECT wants an array of objects"
            .formatted(array == null ? "null" : "a " + array.getClass().getSimpleName()));
  }

  /** The indices of elements, in the order in which they travel: what packing indices gives. */
  static int[] places(int offset, int count, Layout layout, int length) {
    int[] indices = new int[length];
    for (int i = 0; i < length; i++) {
      indices[i] = i;
    }
    int[] places = new int[Math.multiplyExact(count, layout.size())];
    ElementType type = layout.element();
    if (layout.shift() < 0) {
      type = type.hindexed(new int[] {1}, -layout.shift() * Integer.BYTES);
    }
    long start = (offset + layout.shift()) * (long) Integer.BYTES;
    Buffer.of(MemorySegment.ofArray(indices).asSlice(start), type.datatype(), count)
        .pack(MemorySegment.ofArray(places));
    return places;
  }

  /** Finds classes of the program also where another loader than the library's has them. */
  private static final class ProgramStream extends ObjectInputStream {

    ProgramStream(InputStream bytes) throws IOException {
      super(bytes);
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass description)
        throws IOException, ClassNotFoundException {
      try {
        return super.resolveClass(description);
      } catch (ClassNotFoundException e) {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        if (loader == null) {
          throw e;
        }
        return Class.forName(description.getName(), false, loader);
      }
    }
  }
}
