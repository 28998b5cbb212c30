package io.starling.runtime.datatype;

/**
 * A type that is built from other types; see {@link io.starling.runtime.Datatype}. Two of them are
 * equal only if they are the same object, so that a type with a million blocks is found in a hash
 * table in constant time. Between ranks, the {@link #signature} must match.
 */
public final class DerivedDatatype implements MappedDatatype {

  private static final long UNKNOWN = -1;

  private final String name;
  private final TypeShape shape;
  private final long extent;

  /** Every thread computes the same number, so a race to write it is harmless. */
  private volatile long mostDisjointElements = UNKNOWN;

  DerivedDatatype(String name, TypeShape shape) {
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

  /** The constructor call that made it. */
  @Override
  public String toString() {
    return name;
  }
}
