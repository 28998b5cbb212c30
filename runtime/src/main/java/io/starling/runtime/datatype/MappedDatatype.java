package io.starling.runtime.datatype;

import io.starling.runtime.Datatype;

/** A {@link Datatype} as the engine sees it: the places and the basic elements of its data. */
public sealed interface MappedDatatype extends Datatype permits BasicDatatype, DerivedDatatype {

  /** The implementation of a datatype. */
  static MappedDatatype of(Datatype type) {
    return (MappedDatatype) type;
  }

  /** The places of the data of an element. */
  TypeMap map();

  /** The basic elements in their order; they must be equal on sender and receiver. */
  Signature signature();

  /**
   * How many elements, one extent apart, can be received without sharing a byte; 0 for a type that
   * has a byte twice. No limit if the answer would cost too much.
   */
  long mostDisjointElements();
}
