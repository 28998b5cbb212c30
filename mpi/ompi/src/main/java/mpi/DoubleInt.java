package mpi;

/** A double and its index, as {@link MPI#DOUBLE_INT} has them. */
public final class DoubleInt extends Struct {

  private final int value;
  private final int index;

  DoubleInt() {
    value = addDouble();
    setOffset(8);
    index = addInt();
    setOffset(16);
  }

  @Override
  protected DoubleInt.Data newData() {
    return new Data();
  }

  /** A view of one pair. */
  public final class Data extends Struct.Data {

    /** For {@link DoubleInt#newData}. */
    public Data() {}

    /**
     * The value.
     *
     * @return that of the pair
     */
    public double getValue() {
      return getDouble(value);
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
    public void putValue(double v) {
      putDouble(value, v);
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
