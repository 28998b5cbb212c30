package mpi;

/** A short and its index, as {@link MPI#SHORT_INT} has them. */
public final class ShortInt extends Struct {

  private final int value;
  private final int index;

  ShortInt() {
    value = addShort();
    setOffset(4);
    index = addInt();
    setOffset(8);
  }

  @Override
  protected ShortInt.Data newData() {
    return new Data();
  }

  /** A view of one pair. */
  public final class Data extends Struct.Data {

    /** For {@link ShortInt#newData}. */
    public Data() {}

    /**
     * The value.
     *
     * @return that of the pair
     */
    public short getValue() {
      return getShort(value);
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
    public void putValue(short v) {
      putShort(value, v);
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
