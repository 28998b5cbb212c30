package io.starling.runtime.reduction;

import io.starling.runtime.datatype.BasicDatatype.Kind;
import java.util.EnumSet;
import java.util.Set;

/**
 * The operations that MPI predefines (MPI 4.1, sections 6.9.2 and 6.9.4), in its order, with the
 * kinds of types to which they apply.
 */
enum PredefinedOperation {
  MAX("max", EnumSet.of(Kind.INTEGER, Kind.FLOATING)),
  MIN("min", EnumSet.of(Kind.INTEGER, Kind.FLOATING)),
  SUM("sum", EnumSet.of(Kind.INTEGER, Kind.FLOATING, Kind.COMPLEX)),
  PRODUCT("prod", EnumSet.of(Kind.INTEGER, Kind.FLOATING, Kind.COMPLEX)),
  LOGICAL_AND("land", EnumSet.of(Kind.INTEGER)),
  BITWISE_AND("band", EnumSet.of(Kind.INTEGER)),
  LOGICAL_OR("lor", EnumSet.of(Kind.INTEGER)),
  BITWISE_OR("bor", EnumSet.of(Kind.INTEGER)),
  LOGICAL_XOR("lxor", EnumSet.of(Kind.INTEGER)),
  BITWISE_XOR("bxor", EnumSet.of(Kind.INTEGER)),
  MAXIMUM_LOCATION("maxloc", EnumSet.of(Kind.VALUE_INDEX)),
  MINIMUM_LOCATION("minloc", EnumSet.of(Kind.VALUE_INDEX));

  private final String mpiName;
  private final Set<Kind> kinds;

  PredefinedOperation(String mpiName, Set<Kind> kinds) {
    this.mpiName = mpiName;
    this.kinds = kinds;
  }

  /** MPI's name without its prefix, as in {@code MPI_MAXLOC}. */
  String mpiName() {
    return mpiName;
  }

  boolean appliesTo(Kind kind) {
    return kinds.contains(kind);
  }

  /** Whether operands count as true or false. */
  boolean isLogical() {
    return this == LOGICAL_AND || this == LOGICAL_OR || this == LOGICAL_XOR;
  }
}
