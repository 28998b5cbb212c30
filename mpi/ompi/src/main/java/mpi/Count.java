package mpi;

/** A number of elements. */
@SuppressWarnings({
  "rawtypes", // The API compares any objects.
  "overrides", // The API has no hashCode.
  "EqualsHashCode",
  "ComparableType"
})
public final class Count implements Comparable {

  private long count;

  /**
   * A number.
   *
   * @param count its value
   */
  public Count(long count) {
    this.count = count;
  }

  /**
   * The number.
   *
   * @return its value
   */
  public long getCount() {
    return count;
  }

  /**
   * Sets the number.
   *
   * @param count its new value
   */
  public void setCount(long count) {
    this.count = count;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Count number && number.count == count;
  }

  /**
   * Compares numbers.
   *
   * @param other another count
   * @return -1, 0 or 1; -1 for anything else
   */
  @Override
  public int compareTo(Object other) {
    return other instanceof Count number ? Long.compare(count, number.count) : -1;
  }
}
