package mpi;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import io.starling.mpi.Base;
import io.starling.mpi.ElementType;
import io.starling.mpi.Pairs;
import io.starling.mpi.PredefinedOperator;
import io.starling.runtime.Datatype;

/** Makes the predefined datatypes. */
final class Types {

  private Types() {}

  /** Pairs that Starling has: a value and an {@code int}. */
  enum Pair {
    INT(Datatype.INT32_INDEX, Integer.BYTES),
    LONG(Datatype.INT64_INDEX, Long.BYTES),
    FLOAT(Datatype.FLOAT32_INDEX, Float.BYTES),
    DOUBLE(Datatype.FLOAT64_INDEX, Double.BYTES);

    private final Datatype datatype;
    private final int bytes;

    Pair(Datatype datatype, int bytes) {
      this.datatype = datatype;
      this.bytes = bytes;
    }
  }

  /** The type of the elements of an array. */
  static mpi.Datatype basic(Base base, String name) {
    Datatype datatype =
        switch (base) {
          case BYTE, BOOLEAN -> Datatype.UINT8;
          case CHAR, SHORT -> Datatype.INT16;
          case INT -> Datatype.INT32;
          case LONG -> Datatype.INT64;
          case FLOAT -> Datatype.FLOAT32;
          case DOUBLE -> Datatype.FLOAT64;
        };
    return named(ElementType.basic(base, datatype, base.bytes()), name);
  }

  /** Bytes that pack has made. */
  static mpi.Datatype packed() {
    return named(ElementType.basic(Base.BYTE, Datatype.INT8, 1), "PACKED");
  }

  /** Complex numbers in an array of their parts. */
  static mpi.Datatype complex(Base base, String name) {
    Datatype datatype = base == Base.FLOAT ? Datatype.COMPLEX64 : Datatype.COMPLEX128;
    return named(ElementType.basic(base, datatype, base.bytes()), name);
  }

  /** A pair that Starling has. */
  static mpi.Datatype pair(Pair pair, String name) {
    int bytes = pair.bytes + Integer.BYTES;
    return named(
        ElementType.pair(
            Base.BYTE,
            pair.datatype,
            pair.bytes,
            bytes,
            bytes,
            PredefinedOperator.Locations.STARLINGS),
        name);
  }

  /** A short, a gap of two bytes and an int. */
  static mpi.Datatype shortAndInt() {
    int place = Integer.BYTES;
    int extent = 2 * Integer.BYTES;
    Datatype fields =
        Datatype.struct(
            new Datatype.Field(0, Datatype.INT16), new Datatype.Field(place, Datatype.INT32));
    var pairs = new Pairs(JAVA_SHORT_UNALIGNED, JAVA_INT_UNALIGNED);
    return named(
        ElementType.pair(
            Base.BYTE,
            Datatype.resized(0, extent, fields),
            place,
            Short.BYTES + Integer.BYTES,
            extent,
            PredefinedOperator.Locations.of(pairs)),
        "SHORT_INT");
  }

  private static mpi.Datatype named(ElementType type, String name) {
    return new mpi.Datatype(type, "MPI_" + name);
  }
}
