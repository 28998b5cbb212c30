package mpi;

import io.starling.mpi.Base;
import io.starling.mpi.ElementType;
import java.lang.foreign.ValueLayout;

/**
 * The type of what a call sends or receives: elements of an array, in units of its elements. Never
 * changes; commit and free do nothing.
 */
@SuppressWarnings({
  "MemberName", // mpiJava's names.
  "checkstyle:VisibilityModifier",
  "removal", // Class files may call finalize. It is empty, which costs nothing.
  "Finalize"
})
public abstract class Datatype implements Freeable {

  private static final int CODE_OF_NULL = 0;

  /** mpiJava's number of the base type. */
  public int baseType = -1;

  private final Layout layout;

  /** A type without elements. */
  public Datatype() {
    layout = nothing();
  }

  Datatype(Layout layout) {
    this.layout = layout;
    baseType = layout.code();
  }

  /** The layout of a type that the program passes; never null. */
  static Layout layout(Datatype type) {
    if (type == null) {
      throw new MPIException("the datatype is null");
    }
    return type.layout;
  }

  static Layout nothing() {
    return Layout.nothing(
        CODE_OF_NULL, ElementType.basic(Base.BYTE, io.starling.runtime.Datatype.INT8, 1));
  }

  /** The pair types, whose two elements are of the same type. */
  static Datatype pair(Datatype type) {
    ValueLayout value =
        switch (type.layout.basic().base()) {
          case SHORT -> ValueLayout.JAVA_SHORT_UNALIGNED;
          case INT -> ValueLayout.JAVA_INT_UNALIGNED;
          case LONG -> ValueLayout.JAVA_LONG_UNALIGNED;
          case FLOAT -> ValueLayout.JAVA_FLOAT_UNALIGNED;
          case DOUBLE -> ValueLayout.JAVA_DOUBLE_UNALIGNED;
          default -> throw new AssertionError(type.layout);
        };
    return new Contiguous(Layout.pair(type.layout, value));
  }

  /**
   * Elements one after the other.
   *
   * @param count how many
   * @param oldtype of each
   * @return the new type
   */
  public static Datatype Contiguous(int count, Datatype oldtype) throws MPIException {
    try {
      return new Contiguous(layout(oldtype).contiguous(count));
    } catch (RuntimeException e) {
      throw MPIException.of(e);
    }
  }

  /**
   * Blocks at equal distances.
   *
   * @param count the number of blocks
   * @param blocklength the number of elements in each
   * @param stride from one block to the next, in extents of the old type
   * @param oldtype of each element
   * @return the new type
   */
  public static Datatype Vector(int count, int blocklength, int stride, Datatype oldtype)
      throws MPIException {
    return new Vector(count, blocklength, stride, oldtype, true);
  }

  /**
   * Blocks at equal distances.
   *
   * @param count the number of blocks
   * @param blocklength the number of elements in each
   * @param stride from one block to the next, in elements of the array
   * @param oldtype of each element
   * @return the new type
   */
  public static Datatype Hvector(int count, int blocklength, int stride, Datatype oldtype)
      throws MPIException {
    return new Vector(count, blocklength, stride, oldtype, false);
  }

  /**
   * Blocks anywhere.
   *
   * @param blocklengths the number of elements in each
   * @param displacements where each begins, in extents of the old type
   * @param oldtype of each element
   * @return the new type
   */
  public static Datatype Indexed(int[] blocklengths, int[] displacements, Datatype oldtype)
      throws MPIException {
    return new Indexed(blocklengths, displacements, oldtype, true);
  }

  /**
   * Blocks anywhere.
   *
   * @param blocklengths the number of elements in each
   * @param displacements where each begins, in elements of the array
   * @param oldtype of each element
   * @return the new type
   */
  public static Datatype Hindexed(int[] blocklengths, int[] displacements, Datatype oldtype)
      throws MPIException {
    return new Indexed(blocklengths, displacements, oldtype, false);
  }

  /**
   * Blocks of several types over one base type, and markers.
   *
   * @param blocklengths the number of elements in each
   * @param displacements where each begins, in elements of the array
   * @param types of the elements of each
   * @return the new type
   */
  public static Datatype Struct(int[] blocklengths, int[] displacements, Datatype[] types)
      throws MPIException {
    return new Struct(blocklengths, displacements, types);
  }

  /**
   * From one element to the next.
   *
   * @return in elements of the array
   */
  public int Extent() throws MPIException {
    return layout.extent();
  }

  /**
   * The data of an element.
   *
   * @return in elements of the array
   */
  public int Size() throws MPIException {
    return layout.size();
  }

  /**
   * Where an element begins, seen from its address.
   *
   * @return in elements of the array
   */
  public int Lb() throws MPIException {
    return layout.element().lowerBound();
  }

  /**
   * Where an element ends, seen from its address.
   *
   * @return in elements of the array
   */
  public int Ub() throws MPIException {
    return layout.element().lowerBound() + layout.extent();
  }

  /** Does nothing: a type is ready once it is made. */
  public void Commit() throws MPIException {}

  /** Does nothing. */
  @Override
  public void free() {}

  /** Does nothing. */
  @Override
  public void finalize() throws MPIException {}

  /**
   * mpiJava's number of the base type.
   *
   * @return 0 for none, BYTE 1, CHAR 2, SHORT 3, BOOLEAN 4, INT 5, LONG 6, FLOAT 7, DOUBLE 8,
   *     PACKED 9, LB 10, UB 11, OBJECT 12
   */
  public int getType() {
    return baseType;
  }

  /**
   * The bytes of an element of the array.
   *
   * @return 0 for objects
   */
  public int getByteSize() {
    return layout.kind() == Layout.Kind.PRIMITIVE ? layout.basic().base().bytes() : 0;
  }
}
