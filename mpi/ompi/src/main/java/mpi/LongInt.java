package mpi;

/** A long and its index, as {@link MPI#LONG_INT} has them. */
public final class LongInt extends Struct {

  private final int value;
  private final int index;

  LongInt() {
    value = addLong();
    setOffset(8);
    index = addInt();
    setOffset(16);
  }

  @Override
  protected LongInt.Data newData() {
    return new Data();
  }

  /** A view of one pair. */
  public final class Data extends Struct.Data {

    /** For {@link LongInt#newData}. */
    public Data() {}

    /**
     * The value.
     *
     * @return that of the pair
     */
    public long getValue() {
      return getLong(value);
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
    public void putValue(long v) {
      putLong(value, v);
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
