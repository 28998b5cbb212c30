package mpi;

import io.starling.mpi.ErrorClass;
import io.starling.mpi.Failure;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The attributes of a communicator, datatype or window. A value is serialised when it is set, and
 * each get makes a new copy. All three kinds of objects share the keys.
 */
final class AttributeTable {

  private static final int FIRST_KEY = 12;
  private static final AtomicInteger NEXT = new AtomicInteger(FIRST_KEY);
  private static final Set<Integer> KEYS = ConcurrentHashMap.newKeySet();

  private final Map<Integer, byte[]> values = new ConcurrentHashMap<>();
  private final Map<Integer, Object> predefined = new ConcurrentHashMap<>();

  static int createKeyval() {
    int key = NEXT.getAndIncrement();
    KEYS.add(key);
    return key;
  }

  static void freeKeyval(int key) {
    if (!KEYS.remove(key)) {
      throw unknown(key);
    }
  }

  /** Gives an attribute that the program can read, but neither set nor delete. */
  void predefined(int key, Object value) {
    predefined.put(key, value);
  }

  void setAttr(int key, Object value) throws MPIException {
    if (!KEYS.contains(key)) {
      throw unknown(key);
    }
    values.put(key, serialised(value));
  }

  Object getAttr(int key) throws MPIException {
    byte[] value = values.get(key);
    if (value != null) {
      return deserialised(value);
    }
    boolean isPredefined = key >= 0 && key < FIRST_KEY;
    if (!isPredefined && !KEYS.contains(key)) {
      throw unknown(key);
    }
    return predefined.get(key);
  }

  void deleteAttr(int key) {
    if (values.remove(key) == null) {
      throw unknown(key);
    }
  }

  /** What a duplicate has. */
  AttributeTable copy() {
    var copy = new AttributeTable();
    copy.values.putAll(values);
    copy.predefined.putAll(predefined);
    copy.predefined.remove(MPI.LASTUSEDCODE);
    return copy;
  }

  private static Failure unknown(int key) {
    return key == MPI.KEYVAL_INVALID
        ? new Failure(ErrorClass.KEYVAL, "the key is KEYVAL_INVALID")
        : new Failure(
            ErrorClass.OTHER,
            "the key %d is no key of the program, or has no value".formatted(key));
  }

  static byte[] serialised(Object value) throws MPIException {
    var bytes = new ByteArrayOutputStream();
    try (var objects = new ObjectOutputStream(bytes)) {
      objects.writeObject(value);
    } catch (IOException e) {
      throw new MPIException(e);
    }
    return bytes.toByteArray();
  }

  static Object deserialised(byte[] value) throws MPIException {
    try (var objects = new ObjectInputStream(new ByteArrayInputStream(value))) {
      return objects.readObject();
    } catch (IOException | ClassNotFoundException e) {
      throw new MPIException(e);
    }
  }
}
