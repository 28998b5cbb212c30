package io.starling.runtime.datatype;

/**
 * A type made of other types, see {@link Datatype}. Two of them are equal only if they are the same
 * object, so that a type with a million blocks is found in a table at once; what must match between
 * ranks is the {@link #signature}.
 */
public final class DerivedDatatype implements Datatype {

  private static final long UNKNOWN = -1;

  private final String name;
  private final Shape shape;
  private final long extent;

  /** Every thread that looks finds the same number, so nobody minds who writes it. */
  private volatile long mostDisjointElements = UNKNOWN;

  DerivedDatatype(String name, Shape shape) {
    this.name = name;
    this.shape = shape;
    extent = shape.extent();
  }

  @Override
  public long size() {
    return shape.map().size();
  }

  @Override
  public long extent() {
    return extent;
  }

  @Override
  public long lowerBound() {
    return shape.lower();
  }

  @Override
  public TypeMap map() {
    return shape.map();
  }

  @Override
  public Signature signature() {
    return shape.signature();
  }

  @Override
  public long mostDisjointElements() {
    long most = mostDisjointElements;
    if (most == UNKNOWN) {
      most = Runs.mostDisjoint(map(), extent);
      mostDisjointElements = most;
    }
    return most;
  }

  /** How it was made. */
  @Override
  public String toString() {
    return name;
  }
}
