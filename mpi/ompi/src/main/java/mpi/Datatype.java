package mpi;

import io.starling.mpi.Base;
import io.starling.mpi.ElementType;
import io.starling.mpi.ErrorClass;
import io.starling.mpi.Failure;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/**
 * What a buffer's elements look like (MPI 4.1, chapter 5). Sizes, bounds and extents count elements
 * of the base type: those of the array.
 */
public final class Datatype implements Freeable, Cloneable {

  private static final int LONGEST_NAME = MPI.MAX_OBJECT_NAME - 1;

  private final Base base;
  private final boolean isPredefined;
  private final AttributeTable attributes;
  private ElementType type;
  private boolean isCommitted;
  private boolean wasMeasured;
  private String name;

  /** A predefined type; with null it is the null handle. */
  Datatype(ElementType type, String name) {
    this(type, name, true, true, new AttributeTable());
  }

  private Datatype(
      ElementType type,
      String name,
      boolean isPredefined,
      boolean isCommitted,
      AttributeTable attributes) {
    this.type = type;
    this.base = type == null ? Base.BYTE : type.base();
    this.name = name;
    this.isPredefined = isPredefined;
    this.isCommitted = isCommitted;
    this.attributes = attributes;
  }

  private static Datatype derived(ElementType type) {
    return new Datatype(type, "", false, false, new AttributeTable());
  }

  /** The elements, of a type that need not be committed. */
  ElementType type() {
    if (type == null) {
      throw new Failure(ErrorClass.TYPE, "the datatype is DATATYPE_NULL or was freed");
    }
    return type;
  }

  /** The elements, for communication. */
  ElementType committed() {
    if (!isCommitted || type == null) {
      throw uncommitted();
    }
    return type;
  }

  private Failure uncommitted() {
    type();
    return new Failure(ErrorClass.TYPE, "the datatype is not committed; call commit first");
  }

  /** The elements of arrays. */
  Base base() {
    return base;
  }

  /**
   * A duplicate (MPI_Type_dup).
   *
   * @return a datatype with the same elements
   */
  @Override
  public Datatype clone() {
    try {
      return dup();
    } catch (MPIException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  /**
   * A duplicate (MPI_Type_dup).
   *
   * @return a datatype with the same elements and attributes, committed if this one is; its name is
   *     that of this one after "Dup ", as in Open MPI
   * @throws MPIException if this is a null handle
   */
  public Datatype dup() throws MPIException {
    return Calls.call(
        () -> new Datatype(type(), cut("Dup " + name), false, isCommitted, attributes.copy()));
  }

  /**
   * The lower bound (MPI_Type_get_extent).
   *
   * @return in elements of the base type
   * @throws MPIException if this is a null handle
   */
  public int getLb() throws MPIException {
    return measured().lowerBound();
  }

  /**
   * From one element to the next (MPI_Type_get_extent).
   *
   * @return in elements of the base type
   * @throws MPIException if this is a null handle
   */
  public int getExtent() throws MPIException {
    return measured().extent();
  }

  /**
   * Where the data begins (MPI_Type_get_true_extent).
   *
   * @return in elements of the base type
   * @throws MPIException if this is a null handle
   */
  public int getTrueLb() throws MPIException {
    return measured().trueLowerBound();
  }

  /**
   * From the first data to the last (MPI_Type_get_true_extent).
   *
   * @return in elements of the base type
   * @throws MPIException if this is a null handle
   */
  public int getTrueExtent() throws MPIException {
    return measured().trueExtent();
  }

  /** Bounds that were asked for once can be had after Finalize. */
  private ElementType measured() throws MPIException {
    ElementType known = type;
    if (!wasMeasured || known == null) {
      known = Calls.call(this::type);
      wasMeasured = true;
    }
    return known;
  }

  /**
   * The data without gaps (MPI_Type_size).
   *
   * @return in elements of the base type
   * @throws MPIException if this is a null handle
   */
  public int getSize() throws MPIException {
    return Calls.call(() -> type().size());
  }

  /**
   * Makes it ready for communication (MPI_Type_commit).
   *
   * @throws MPIException if this is a null handle
   */
  public void commit() throws MPIException {
    Calls.run(
        () -> {
          type();
          isCommitted = true;
        });
  }

  @Override
  public void free() throws MPIException {
    Calls.run(
        () -> {
          if (isPredefined && type != null) {
            throw new Failure(
                ErrorClass.TYPE, "%s is predefined and can't be freed".formatted(name));
          }
          type = null;
        });
  }

  /**
   * Whether this is a null handle.
   *
   * @return true after free, and for predefined types before Init
   */
  public boolean isNull() {
    return type == null || (isPredefined && !Job.JOB.hasBegun());
  }

  /**
   * Elements one after the other (MPI_Type_contiguous).
   *
   * @param count how many
   * @param oldType their type
   * @return the new type
   * @throws MPIException if an argument is wrong
   */
  public static Datatype createContiguous(int count, Datatype oldType) throws MPIException {
    Objects.requireNonNull(oldType, "oldType");
    return Calls.call(() -> derived(oldType.type().contiguous(count)));
  }

  /**
   * Blocks at equal distances (MPI_Type_vector).
   *
   * @param count the number of blocks
   * @param blockLength the number of elements in each
   * @param stride from one block to the next, in extents of the old type
   * @param oldType the type of the elements
   * @return the new type
   * @throws MPIException if an argument is wrong
   */
  public static Datatype createVector(int count, int blockLength, int stride, Datatype oldType)
      throws MPIException {
    Objects.requireNonNull(oldType, "oldType");
    return Calls.call(() -> derived(oldType.type().vector(count, blockLength, stride)));
  }

  /**
   * Blocks at equal distances (MPI_Type_create_hvector).
   *
   * @param count the number of blocks
   * @param blockLength the number of elements in each
   * @param stride from one block to the next, in bytes
   * @param oldType the type of the elements
   * @return the new type
   * @throws MPIException if an argument is wrong
   */
  public static Datatype createHVector(int count, int blockLength, int stride, Datatype oldType)
      throws MPIException {
    Objects.requireNonNull(oldType, "oldType");
    return Calls.call(() -> derived(oldType.type().hvector(count, blockLength, stride)));
  }

  /**
   * Blocks anywhere (MPI_Type_indexed).
   *
   * @param blockLengths the number of elements in each block
   * @param displacements where each begins, in extents of the old type
   * @param oldType the type of the elements
   * @return the new type
   * @throws MPIException if an argument is wrong
   */
  public static Datatype createIndexed(int[] blockLengths, int[] displacements, Datatype oldType)
      throws MPIException {
    Objects.requireNonNull(oldType, "oldType");
    return Calls.call(
        () -> {
          int[] places = Buffers.first(displacements, blockLengths.length);
          return derived(oldType.type().indexed(blockLengths, places));
        });
  }

  /**
   * Blocks anywhere (MPI_Type_create_hindexed).
   *
   * @param blockLengths the number of elements in each block
   * @param displacements where each begins, in bytes
   * @param oldType the type of the elements
   * @return the new type
   * @throws MPIException if an argument is wrong
   */
  public static Datatype createHIndexed(int[] blockLengths, int[] displacements, Datatype oldType)
      throws MPIException {
    Objects.requireNonNull(oldType, "oldType");
    return Calls.call(
        () -> {
          int[] places = Buffers.first(displacements, blockLengths.length);
          return derived(oldType.type().hindexed(blockLengths, places));
        });
  }

  /**
   * Elements of different types (MPI_Type_create_struct), for arrays and buffers of bytes.
   *
   * @param blockLengths the number of elements in each block
   * @param displacements where each begins, in bytes
   * @param types of the elements in each
   * @return the new type
   * @throws MPIException if an argument is wrong
   */
  public static Datatype createStruct(int[] blockLengths, int[] displacements, Datatype[] types)
      throws MPIException {
    Datatype[] fields = Arrays.copyOf(types, blockLengths.length);
    return Calls.call(
        () -> {
          int[] places = Buffers.first(displacements, blockLengths.length);
          ElementType[] elements =
              Arrays.stream(fields).map(Datatype::type).toArray(ElementType[]::new);
          return derived(ElementType.struct(Base.BYTE, blockLengths, places, elements));
        });
  }

  /**
   * The same elements with other bounds (MPI_Type_create_resized).
   *
   * @param oldType the type of the elements
   * @param lb the lower bound, in bytes
   * @param extent in bytes
   * @return the new type
   * @throws MPIException if an argument is wrong
   */
  public static Datatype createResized(Datatype oldType, int lb, int extent) throws MPIException {
    Objects.requireNonNull(oldType, "oldType");
    return Calls.call(() -> derived(oldType.type().resized(lb, extent)));
  }

  /**
   * Gives it a name (MPI_Type_set_name).
   *
   * @param name cut to 63 bytes
   * @throws MPIException if this is a null handle
   */
  public void setName(String name) throws MPIException {
    String cut = cut(name);
    Calls.run(
        () -> {
          type();
          this.name = cut;
        });
  }

  /** A name of 63 bytes at most. */
  static String cut(String name) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    return bytes.length <= LONGEST_NAME
        ? name
        : new String(bytes, 0, LONGEST_NAME, StandardCharsets.UTF_8);
  }

  /**
   * Its name (MPI_Type_get_name).
   *
   * @return empty if it has none
   * @throws MPIException if this is a null handle
   */
  public String getName() throws MPIException {
    return Calls.call(
        () -> {
          type();
          return name;
        });
  }

  /**
   * A new key of attributes (MPI_Type_create_keyval).
   *
   * @return the key
   * @throws MPIException before Init or after Finalize
   */
  public static int createKeyval() throws MPIException {
    return Calls.call(AttributeTable::createKeyval);
  }

  /**
   * Frees a key (MPI_Type_free_keyval).
   *
   * @param keyval a key
   * @throws MPIException if it is none
   */
  public static void freeKeyval(int keyval) throws MPIException {
    Calls.run(() -> AttributeTable.freeKeyval(keyval));
  }

  /**
   * Sets an attribute (MPI_Type_set_attr).
   *
   * @param keyval a key
   * @param value is serialised
   * @throws MPIException if the key is none, or the value is not serialisable
   */
  public void setAttr(int keyval, Object value) throws MPIException {
    Calls.run(
        () -> {
          type();
          attributes.setAttr(keyval, value);
        });
  }

  /**
   * An attribute (MPI_Type_get_attr).
   *
   * @param keyval a key
   * @return a copy of the value, or null if there is none
   * @throws MPIException if the key is none
   */
  public Object getAttr(int keyval) throws MPIException {
    return Calls.call(
        () -> {
          type();
          return attributes.getAttr(keyval);
        });
  }

  /**
   * Deletes an attribute (MPI_Type_delete_attr).
   *
   * @param keyval a key
   * @throws MPIException if the attribute is not set
   */
  public void deleteAttr(int keyval) throws MPIException {
    Calls.run(
        () -> {
          type();
          attributes.deleteAttr(keyval);
        });
  }
}
