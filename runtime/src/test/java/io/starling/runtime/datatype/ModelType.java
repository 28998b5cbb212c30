package io.starling.runtime.datatype;

import io.starling.runtime.Datatype;
import java.util.ArrayList;
import java.util.List;

/**
 * A type as MPI defines it, element by element: its packed bytes' offsets in a list, and its bounds
 * by MPI's formulas (MPI 4.1, section 5.1.2).
 */
record ModelType(Datatype type, List<Long> bytes, long lower, long upper) {

  static ModelType of(BasicDatatype type) {
    List<Long> bytes = new ArrayList<>();
    for (long i = 0; i < type.size(); i++) {
      bytes.add(i);
    }
    return new ModelType(type, bytes, 0, type.extent());
  }

  long extent() {
    return upper - lower;
  }

  /** Elements of this type at so many places, as a model of {@code made}. */
  ModelType at(Datatype made, List<Long> places) {
    List<Long> all = new ArrayList<>();
    long low = places.isEmpty() ? 0 : Long.MAX_VALUE;
    long high = places.isEmpty() ? 0 : Long.MIN_VALUE;
    for (long place : places) {
      bytes.forEach(offset -> all.add(place + offset));
      low = Math.min(low, place + lower);
      high = Math.max(high, place + upper);
    }
    return new ModelType(made, all, low, high);
  }

  /** The places of {@code count} elements in a row. */
  List<Long> row(long start, long count) {
    List<Long> places = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      places.add(start + i * extent());
    }
    return places;
  }

  ModelType resized(Datatype made, long lowerBound, long extent) {
    return new ModelType(made, bytes, lowerBound, lowerBound + extent);
  }

  /** The offsets of so many elements. */
  List<Long> bytes(long count) {
    return at(type, row(0, count)).bytes;
  }

  @Override
  public String toString() {
    return type.toString();
  }
}
