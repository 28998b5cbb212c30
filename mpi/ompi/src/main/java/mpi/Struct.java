package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * A structure in bytes. A subclass adds its fields in its constructor, and keeps their offsets; its
 * {@link Data} reads and writes them.
 */
@SuppressWarnings({
  "doclint:missing", // Calls that differ in a type are described once.
  "TypeParameterUnusedInFormals" // The API leaves the cast to the caller.
})
public abstract class Struct {

  /** Elements of a type, from an offset on. */
  private record Field(Datatype type, int offset, int length) {}

  private final List<Field> fields = new ArrayList<>();
  private int extent;
  private Datatype datatype;

  /** For subclasses. */
  public Struct() {}

  /**
   * The datatype of the structure, committed.
   *
   * @return the same object at each call
   * @throws MPIException before Init or after Finalize
   */
  public final Datatype getType() throws MPIException {
    create();
    return datatype;
  }

  /**
   * The length of a structure in an array of them.
   *
   * @return in bytes
   * @throws MPIException before Init or after Finalize
   */
  public final int getExtent() throws MPIException {
    create();
    return extent;
  }

  private void create() throws MPIException {
    if (datatype != null) {
      return;
    }
    Calls.check();
    int[] lengths = fields.stream().mapToInt(Field::length).toArray();
    int[] offsets = fields.stream().mapToInt(Field::offset).toArray();
    Datatype[] types = fields.stream().map(Field::type).toArray(Datatype[]::new);
    Datatype created = Datatype.createStruct(lengths, offsets, types);
    created.commit();
    extent = created.getExtent();
    datatype = created;
  }

  /**
   * Moves on to where the next field begins.
   *
   * @param field its offset in bytes
   * @return this structure
   */
  public final Struct setOffset(int field) {
    checkOpen();
    if (field < extent) {
      throw new IllegalArgumentException(
          "The offset is %d; the fields before end at %d".formatted(field, extent));
    }
    extent = field;
    return this;
  }

  private void checkOpen() {
    if (datatype != null) {
      throw new AssertionError("The struct has its datatype already.");
    }
  }

  private int add(Datatype type, int bytes, int length) {
    checkOpen();
    int field = extent;
    fields.add(new Field(type, field, length));
    extent = Math.addExact(field, Math.multiplyExact(bytes, length));
    return field;
  }

  /**
   * Adds a byte; the same for other types.
   *
   * @return the offset of the field
   */
  public final int addByte() {
    return addByte(1);
  }

  /**
   * Adds an array of bytes; the same for other types.
   *
   * @param length the number of elements
   * @return the offset of the field
   */
  public final int addByte(int length) {
    return add(MPI.BYTE, Byte.BYTES, length);
  }

  public final int addChar() {
    return addChar(1);
  }

  public final int addChar(int length) {
    return add(MPI.CHAR, Character.BYTES, length);
  }

  public final int addShort() {
    return addShort(1);
  }

  public final int addShort(int length) {
    return add(MPI.SHORT, Short.BYTES, length);
  }

  public final int addInt() {
    return addInt(1);
  }

  public final int addInt(int length) {
    return add(MPI.INT, Integer.BYTES, length);
  }

  public final int addLong() {
    return addLong(1);
  }

  public final int addLong(int length) {
    return add(MPI.LONG, Long.BYTES, length);
  }

  public final int addFloat() {
    return addFloat(1);
  }

  public final int addFloat(int length) {
    return add(MPI.FLOAT, Float.BYTES, length);
  }

  public final int addDouble() {
    return addDouble(1);
  }

  public final int addDouble(int length) {
    return add(MPI.DOUBLE, Double.BYTES, length);
  }

  public final int addStruct(Struct struct) throws MPIException {
    return addStruct(struct, 1);
  }

  public final int addStruct(Struct struct, int length) throws MPIException {
    return add(struct.getType(), struct.getExtent(), length);
  }

  public final int addData(Datatype type) throws MPIException {
    return addData(type, 1);
  }

  public final int addData(Datatype type, int length) throws MPIException {
    return add(type, type.getExtent() * type.base().bytes(), length);
  }

  /**
   * A structure in a buffer.
   *
   * @param <T> the class of {@link #newData}
   * @param buffer whose first structure it is
   * @return a view
   * @throws MPIException before Init or after Finalize
   */
  public final <T extends Data> T getData(ByteBuffer buffer) throws MPIException {
    return getData(buffer, 0);
  }

  /**
   * A structure in a buffer of several.
   *
   * @param <T> the class of {@link #newData}
   * @param buffer holds structures
   * @param index which of them
   * @return a view
   * @throws MPIException before Init or after Finalize
   */
  public final <T extends Data> T getData(ByteBuffer buffer, int index) throws MPIException {
    return view(buffer, Math.multiplyExact(index, getExtent()));
  }

  /**
   * A structure in an array.
   *
   * @param <T> the class of {@link #newData}
   * @param array whose first structure it is
   * @return a view
   * @throws MPIException before Init or after Finalize
   */
  public final <T extends Data> T getData(byte[] array) throws MPIException {
    return getData(array, 0);
  }

  /**
   * A structure in an array of several.
   *
   * @param <T> the class of {@link #newData}
   * @param array holds structures
   * @param index which of them
   * @return a view
   * @throws MPIException before Init or after Finalize
   */
  public final <T extends Data> T getData(byte[] array, int index) throws MPIException {
    return getData(ByteBuffer.wrap(array).order(ByteOrder.nativeOrder()), index);
  }

  @SuppressWarnings("unchecked") // The API is like that.
  private <T extends Data> T view(ByteBuffer buffer, int offset) {
    Data data = newData();
    data.buffer = buffer;
    data.offset = offset;
    return (T) data;
  }

  /**
   * Makes a view of the class of the program's structure.
   *
   * @return a new object
   */
  protected abstract Data newData();

  /** A view of one structure. */
  public abstract class Data {

    private ByteBuffer buffer;
    private int offset;

    /** For subclasses. */
    public Data() {}

    /**
     * The bytes from the structure on.
     *
     * @return the buffer itself for its first structure, else a slice
     */
    public final ByteBuffer getBuffer() {
      return offset == 0 ? buffer : MPI.slice(buffer, offset);
    }

    /**
     * The bytes from a field on.
     *
     * @param type of the field
     * @param field its offset
     * @return a slice
     */
    protected final ByteBuffer getBuffer(Datatype type, int field) {
      int start = offset + field;
      return start == 0 ? buffer : MPI.slice(buffer, start);
    }

    protected final ByteBuffer getBuffer(Datatype type, int field, int index) throws MPIException {
      int start = field + index * type.getExtent() * type.base().bytes();
      return getBuffer(type, start);
    }

    /**
     * A structure that is a field.
     *
     * @param <S> its class
     * @param <D> the class of its views
     * @param struct describes it
     * @param field its offset
     * @return a view
     */
    protected final <S extends Struct, D extends Data> D getData(S struct, int field) {
      return ((Struct) struct).view(buffer, offset + field);
    }

    protected final <S extends Struct, D extends Data> D getData(S struct, int field, int index) {
      Struct inner = struct;
      return inner.view(buffer, offset + field + index * inner.extent);
    }

    /**
     * The value of a field; the same for other types.
     *
     * @param field its offset
     * @return the value
     */
    protected final byte getByte(int field) {
      return buffer.get(offset + field);
    }

    /**
     * The value of an element of a field; the same for other types.
     *
     * @param field its offset
     * @param index of the element
     * @return the value
     */
    protected final byte getByte(int field, int index) {
      return buffer.get(offset + field + index);
    }

    protected final char getChar(int field) {
      return buffer.getChar(offset + field);
    }

    protected final char getChar(int field, int index) {
      return buffer.getChar(offset + field + index * Character.BYTES);
    }

    protected final short getShort(int field) {
      return buffer.getShort(offset + field);
    }

    protected final short getShort(int field, int index) {
      return buffer.getShort(offset + field + index * Short.BYTES);
    }

    protected final int getInt(int field) {
      return buffer.getInt(offset + field);
    }

    protected final int getInt(int field, int index) {
      return buffer.getInt(offset + field + index * Integer.BYTES);
    }

    protected final long getLong(int field) {
      return buffer.getLong(offset + field);
    }

    protected final long getLong(int field, int index) {
      return buffer.getLong(offset + field + index * Long.BYTES);
    }

    protected final float getFloat(int field) {
      return buffer.getFloat(offset + field);
    }

    protected final float getFloat(int field, int index) {
      return buffer.getFloat(offset + field + index * Float.BYTES);
    }

    protected final double getDouble(int field) {
      return buffer.getDouble(offset + field);
    }

    protected final double getDouble(int field, int index) {
      return buffer.getDouble(offset + field + index * Double.BYTES);
    }

    /**
     * Sets a field; the same for other types.
     *
     * @param field its offset
     * @param value its new value
     */
    protected final void putByte(int field, byte value) {
      buffer.put(offset + field, value);
    }

    /**
     * Sets an element of a field; the same for other types.
     *
     * @param field its offset
     * @param index of the element
     * @param value its new value
     */
    protected final void putByte(int field, int index, byte value) {
      buffer.put(offset + field + index, value);
    }

    protected final void putChar(int field, char value) {
      buffer.putChar(offset + field, value);
    }

    protected final void putChar(int field, int index, char value) {
      buffer.putChar(offset + field + index * Character.BYTES, value);
    }

    protected final void putShort(int field, short value) {
      buffer.putShort(offset + field, value);
    }

    protected final void putShort(int field, int index, short value) {
      buffer.putShort(offset + field + index * Short.BYTES, value);
    }

    protected final void putInt(int field, int value) {
      buffer.putInt(offset + field, value);
    }

    protected final void putInt(int field, int index, int value) {
      buffer.putInt(offset + field + index * Integer.BYTES, value);
    }

    protected final void putLong(int field, long value) {
      buffer.putLong(offset + field, value);
    }

    protected final void putLong(int field, int index, long value) {
      buffer.putLong(offset + field + index * Long.BYTES, value);
    }

    protected final void putFloat(int field, float value) {
      buffer.putFloat(offset + field, value);
    }

    protected final void putFloat(int field, int index, float value) {
      buffer.putFloat(offset + field + index * Float.BYTES, value);
    }

    protected final void putDouble(int field, double value) {
      buffer.putDouble(offset + field, value);
    }

    protected final void putDouble(int field, int index, double value) {
      buffer.putDouble(offset + field + index * Double.BYTES, value);
    }
  }
}
