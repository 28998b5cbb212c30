package mpi;

/** An int and its index, as {@link MPI#INT2} has them. */
public final class Int2 extends Struct {

  private final int value;
  private final int index;

  Int2() {
    value = addInt();
    setOffset(4);
    index = addInt();
    setOffset(8);
  }

  @Override
  protected Int2.Data newData() {
    return new Data();
  }

  /** A view of one pair. */
  public final class Data extends Struct.Data {

    /** For {@link Int2#newData}. */
    public Data() {}

    /**
     * The value.
     *
     * @return that of the pair
     */
    public int getValue() {
      return getInt(value);
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
    public void putValue(int v) {
      putInt(value, v);
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
