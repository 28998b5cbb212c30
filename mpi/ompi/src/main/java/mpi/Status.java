package mpi;

import io.starling.mpi.ElementType;

/** Source, tag and length of a message. */
public final class Status {

  private final int source;
  private final int tag;
  private final int index;
  private long bytes;
  private boolean cancelled;

  private Status(int source, int tag, long bytes, boolean cancelled, int index) {
    this.source = source;
    this.tag = tag;
    this.bytes = bytes;
    this.cancelled = cancelled;
    this.index = index;
  }

  static Status of(io.starling.runtime.Status status) {
    return new Status(status.source(), status.tag(), status.bytes(), false, 0);
  }

  /** Of an operation that receives no message. */
  static Status empty() {
    return new Status(Values.ANY_SOURCE, Values.ANY_TAG, 0, false, 0);
  }

  static Status ofCancelled() {
    return new Status(Values.ANY_SOURCE, Values.ANY_TAG, 0, true, 0);
  }

  /** The same as that of a request of an array. */
  Status at(int place) {
    return new Status(source, tag, bytes, cancelled, place);
  }

  /**
   * The rank that has sent the message.
   *
   * @return its rank
   */
  public int getSource() {
    return source;
  }

  /**
   * The tag of the message.
   *
   * @return the tag
   */
  public int getTag() {
    return tag;
  }

  /**
   * The error of this operation.
   *
   * @return always 0: errors are thrown
   */
  public int getError() {
    return 0;
  }

  /**
   * The index of the request, from calls that complete some of an array.
   *
   * @return the index, or UNDEFINED
   */
  public int getIndex() {
    return index;
  }

  /**
   * The number of elements (MPI_Get_count).
   *
   * @param type of the elements
   * @return the number, or UNDEFINED if it is not whole
   * @throws MPIException if the type is null
   */
  public int getCount(Datatype type) throws MPIException {
    return Calls.call(
        MPI.COMM_WORLD.handler(),
        () -> narrow(Elements.whole(bytes, type.type().datatype().size())));
  }

  /**
   * The number of basic elements (MPI_Get_elements).
   *
   * @param type of the data
   * @return the number, or UNDEFINED if it is not whole
   * @throws MPIException if the type is null
   */
  public int getElements(Datatype type) throws MPIException {
    return Calls.call(MPI.COMM_WORLD.handler(), () -> narrow(Elements.basic(bytes, type.type())));
  }

  /**
   * The number of basic elements as a long.
   *
   * @param type of the data
   * @return the number, or UNDEFINED if it is not whole
   * @throws MPIException if the type is null
   */
  public Count getElementsX(Datatype type) throws MPIException {
    return Calls.call(
        MPI.COMM_WORLD.handler(), () -> new Count(Elements.basic(bytes, type.type())));
  }

  /**
   * Sets the number of basic elements.
   *
   * @param type of the data
   * @param count their number
   * @throws MPIException if the type is null
   */
  public void setElements(Datatype type, int count) throws MPIException {
    Calls.run(MPI.COMM_WORLD.handler(), () -> set(type.type(), count));
  }

  /**
   * Sets the number of basic elements.
   *
   * @param type of the data
   * @param count their number
   * @throws MPIException if the type is null
   */
  public void setElementsX(Datatype type, Count count) throws MPIException {
    Calls.run(MPI.COMM_WORLD.handler(), () -> set(type.type(), count.getCount()));
  }

  private void set(ElementType type, long count) {
    bytes = Elements.bytes(count, type);
  }

  /**
   * Whether the operation was cancelled.
   *
   * @return true if it has ended without a message
   * @throws MPIException outside Init and Finalize
   */
  public boolean isCancelled() throws MPIException {
    Calls.check();
    return cancelled;
  }

  /**
   * Sets whether the operation was cancelled.
   *
   * @param flag what {@link #isCancelled} returns
   * @throws MPIException outside Init and Finalize
   */
  public void setCancelled(boolean flag) throws MPIException {
    Calls.check();
    cancelled = flag;
  }

  private static int narrow(long count) {
    return count > Integer.MAX_VALUE ? Values.UNDEFINED : Math.toIntExact(count);
  }
}
