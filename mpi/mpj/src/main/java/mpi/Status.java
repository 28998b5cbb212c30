package mpi;

/** Source, tag and length of a message. */
@SuppressWarnings("MemberName") // mpiJava's names.
public class Status extends mpjdev.Status implements Freeable {

  private static final int UNKNOWN = -1;

  private long bytes;

  /** Of a message of objects; if unknown, the length tells. */
  private int items = UNKNOWN;

  /** What the program asked for: a type of no elements has as many. */
  private int asked = MPI.NONE;

  private boolean isPacked;

  /** The status of no message. */
  public Status() {
    source = MPI.ANY;
    tag = MPI.ANY;
  }

  /**
   * A copy of the fields of another status.
   *
   * @param other the other
   */
  public Status(mpjdev.Status other) {
    source = other.source;
    tag = other.tag;
    index = other.index;
    count = other.count;
    countInBytes = other.countInBytes;
    numEls = other.numEls;
    bytes = other.countInBytes;
  }

  private Status(io.starling.runtime.Status status) {
    boolean isNone = status.source() == io.starling.collectives.Communicator.PROC_NULL;
    source = isNone ? MPI.NONE : status.source();
    tag = isNone ? MPI.ANY : status.tag();
    bytes = status.bytes();
    countInBytes = (int) Math.min(Integer.MAX_VALUE, bytes);
  }

  /** Of a message that a probe has found. */
  static Status probed(io.starling.runtime.Status status) {
    return new Status(status);
  }

  /** Of a message of primitives. */
  static Status of(io.starling.runtime.Status status, int asked, Layout layout) {
    Status received = new Status(status);
    received.asked = asked;
    received.count = (int) (status.bytes() / layout.basic().base().bytes());
    received.numEls = received.count;
    return received;
  }

  /** Of a message of objects, or of packed data. */
  static Status of(io.starling.runtime.Status status, int asked, int items, boolean isPacked) {
    Status received = new Status(status);
    received.asked = asked;
    received.items = items;
    received.count = items;
    received.numEls = items;
    received.isPacked = isPacked;
    return received;
  }

  /** Of a call for several requests. */
  static Status ofNone(int index) {
    Status status = new Status();
    status.index = index;
    return status;
  }

  /**
   * The number of elements of a datatype in the message.
   *
   * @param datatype the type
   * @return the number, or UNDEFINED if the message does not end with an element. For a type
   *     without data: the number that the receive has asked for
   */
  public int Get_count(Datatype datatype) throws MPIException {
    Layout layout = Datatype.layout(datatype);
    if (layout.size() == 0) {
      return asked;
    }
    int elements = elements(layout);
    return elements >= 0 && elements % layout.size() == 0 ? elements / layout.size() : MPI.NONE;
  }

  /**
   * The number of elements of arrays in the message.
   *
   * @param datatype over the base type of the message
   * @return the number, or UNDEFINED if the message does not end with an element
   */
  public int Get_elements(Datatype datatype) throws MPIException {
    Layout layout = Datatype.layout(datatype);
    return layout.size() == 0 ? MPI.NONE : elements(layout);
  }

  private int elements(Layout layout) {
    if (isPacked || layout.kind() == Layout.Kind.PACKED) {
      return MPI.NONE;
    }
    if (layout.kind() == Layout.Kind.OBJECT) {
      return items == UNKNOWN ? Parcels.items(bytes) : items;
    }
    int size = layout.basic().base().bytes();
    return bytes % size == 0 ? (int) (bytes / size) : MPI.NONE;
  }

  /**
   * Whether the operation was cancelled.
   *
   * @return false: no operation is
   */
  public boolean Test_cancelled() throws MPIException {
    return false;
  }

  /** Does nothing. */
  @Override
  public void free() {}
}
