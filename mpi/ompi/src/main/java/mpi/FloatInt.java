package mpi;

/** A float and its index, as {@link MPI#FLOAT_INT} has them. */
public final class FloatInt extends Struct {

  private final int value;
  private final int index;

  FloatInt() {
    value = addFloat();
    setOffset(4);
    index = addInt();
    setOffset(8);
  }

  @Override
  protected FloatInt.Data newData() {
    return new Data();
  }

  /** A view of one pair. */
  public final class Data extends Struct.Data {

    /** For {@link FloatInt#newData}. */
    public Data() {}

    /**
     * The value.
     *
     * @return that of the pair
     */
    public float getValue() {
      return getFloat(value);
    }

    /**
     * The index of the value.
     *
     * @return that of the pair
     */
    public int getIndex() {
      return getInt(index);
    }

    /**
     * Sets the value.
     *
     * @param v the new one
     */
    public void putValue(float v) {
      putFloat(value, v);
    }

    /**
     * Sets the index.
     *
     * @param i the new one
     */
    public void putIndex(int i) {
      putInt(index, i);
    }
  }
}
