package io.starling.runtime.progress;

/**
 * The 64 bits by which messages match receives. The source's rank in the job is part of the tag,
 * because UCX matches nothing else.
 *
 * <pre>
 * kind 3 | context 12 | source 19 | user tag 30
 *                                 | sequence 10 | segment 20    of a collective
 * </pre>
 *
 * The kinds, of which those of collectives have the highest bit:
 *
 * <pre>
 * 0  point to point
 * 1  objects as messages
 * 2  the first message of a partitioned send
 * 3  Starling's own: in place of the context stands what they are for, in place of the tag a number
 *      0  the answer to a header of a device's message, numbered by the header's sender
 *      1  the data that follows if the answer is no, with the same number
 *      2  an agreement of --check     0 in 7 | context 12 | sequence 10 | step 1
 *      3  a large array of an object, numbered by its sender
 *      4  a step of a collective on objects     context 12 | sequence 18
 *      5  a part of a partitioned send, numbered by its sender
 *      6  the leaders of two groups that have no communicator in common yet     meeting 30
 *      7  a process that wants to connect to a port     port 30
 * 4  collectives
 * 5  members of a group that make a communicator without the other ranks
 * 6  ranks that agree on the number of a communicator while they do something else
 * </pre>
 *
 * The context is the communicator. The sequence counts its collectives (modulo 1024). Segments may
 * arrive in any order because their number is in the tag.
 */
public final class Tags {

  /** The most ranks of a job. */
  public static final int MAX_RANKS = 1 << 19;

  /** The most segments of a message; longer messages have longer segments. */
  public static final int MAX_SEGMENTS = 1 << 20;

  /** The most open collectives of a communicator. */
  public static final int MAX_SEQUENCES = 1 << 10;

  /** The most communicators of a rank at a time. */
  public static final int MAX_CONTEXTS = 1 << 12;

  /** The mask that compares all bits of a tag. */
  public static final long EXACT = -1L;

  private static final int SOURCE_SHIFT = 30;
  private static final int CONTEXT_SHIFT = 49;
  private static final int KIND_SHIFT = 61;
  private static final int SEQUENCE_SHIFT = 20;
  private static final int STEP_BITS = 18;
  private static final long USER_TAG_MASK = (1L << SOURCE_SHIFT) - 1;
  private static final long SOURCE_MASK = (MAX_RANKS - 1L) << SOURCE_SHIFT;

  private static final long OBJECT = 1L << KIND_SHIFT;
  private static final long PARTITIONED = 2L << KIND_SHIFT;
  private static final long OWN = 3L << KIND_SHIFT;
  private static final long COLLECTIVE = 4L << KIND_SHIFT;
  private static final long GROUP = 5L << KIND_SHIFT;

  private static final long AGREEMENT = 6L << KIND_SHIFT;

  private static final int ANSWER = 0;
  private static final int INSTEAD = 1;
  private static final int CHECK = 2;
  private static final int ARRAY = 3;
  private static final int OBJECT_STEP = 4;
  private static final int PART = 5;
  private static final int MEETING = 6;
  private static final int KNOCK = 7;

  /** In place of a communicator's number: two processes that may have no communicator. */
  public static final int MEETINGS = 3 * MAX_CONTEXTS + MEETING;

  /** In place of a communicator's number: all processes, of which some knock at ports of others. */
  public static final int KNOCKS = 3 * MAX_CONTEXTS + KNOCK;

  private Tags() {}

  public static long pointToPoint(int context, int source, int tag) {
    return ((long) context << CONTEXT_SHIFT) | ((long) source << SOURCE_SHIFT) | tag;
  }

  /** The tag of segment 0 from rank 0; add {@link #source} and the segment to it. */
  public static long collective(int context, int sequence) {
    return COLLECTIVE
        | ((long) context << CONTEXT_SHIFT)
        | ((long) (sequence & (MAX_SEQUENCES - 1)) << SEQUENCE_SHIFT);
  }

  /** The tag of the answer to a header; the sender of the header has numbered it. */
  public static long answer(int source, long number) {
    return own(ANSWER, source, number);
  }

  /** The tag of the data that is sent after a header was refused. */
  public static long instead(int source, long number) {
    return own(INSTEAD, source, number);
  }

  /**
   * The tag of a message of {@code --check} from rank 0; add {@link #source} to it.
   *
   * @param sequence the number of the collective that is checked
   * @param step 0 or 1
   */
  public static long check(int context, int sequence, int step) {
    int number = (context * MAX_SEQUENCES + (sequence & (MAX_SEQUENCES - 1))) * 2 + step;
    return own(CHECK, 0, number);
  }

  /**
   * The tag of a message from rank 0 among members of a group of a communicator; add {@link
   * #source} to it.
   *
   * @param tag the user's tag
   */
  public static long group(int context, int tag) {
    return GROUP | pointToPoint(context, 0, tag);
  }

  /**
   * The tag of a message of an agreement from rank 0; add {@link #source} to it.
   *
   * @param number the number of the agreement on this communicator
   */
  public static long agreement(int context, long number) {
    return AGREEMENT | pointToPoint(context, 0, (int) (number & USER_TAG_MASK));
  }

  /** The tag of a message that is an object: no receive of bytes matches it. */
  public static long object(int context, int source, int tag) {
    return OBJECT | pointToPoint(context, source, tag);
  }

  /** The tag of the large arrays of an object; the sender of the object has numbered it. */
  public static long array(int source, long number) {
    return own(ARRAY, source, number);
  }

  /**
   * The tag of an object that is sent inside a collective.
   *
   * @param sequence the number of the collective among those on objects
   */
  public static long objectStep(int context, int source, long sequence) {
    long number = ((long) context << STEP_BITS) | (sequence & ((1 << STEP_BITS) - 1));
    return own(OBJECT_STEP, source, number);
  }

  /** The tag of the first message of a partitioned send, which says what follows. */
  public static long partitioned(int context, int source, int tag) {
    return PARTITIONED | pointToPoint(context, source, tag);
  }

  /** The tag of a part of a partitioned send; its sender has numbered it. */
  public static long part(int source, long number) {
    return own(PART, source, number);
  }

  private static long own(int purpose, int source, long number) {
    return OWN | pointToPoint(purpose, source, (int) (number & USER_TAG_MASK));
  }

  /** The bits of a source, a rank in the job. */
  public static long source(int rank) {
    return (long) rank << SOURCE_SHIFT;
  }

  /** The mask of a receive from any source, with any tag, or both. */
  public static long mask(boolean anySource, boolean anyTag) {
    return EXACT & (anySource ? ~SOURCE_MASK : EXACT) & (anyTag ? ~USER_TAG_MASK : EXACT);
  }

  /** Whether a receive with this mask is from any source. */
  public static boolean isFromAnySource(long mask) {
    return (mask & SOURCE_MASK) != SOURCE_MASK;
  }

  /**
   * Whether messages with these tags must be matched in the order in which they are sent: a receive
   * of any tag could match both (MPI 4.1, section 3.5).
   */
  public static boolean keepOrder(long first, long second) {
    return first == second || (first >= 0 && first >>> SOURCE_SHIFT == second >>> SOURCE_SHIFT);
  }

  /** The source, a rank in the job. */
  public static int sourceOf(long tag) {
    return (int) ((tag & SOURCE_MASK) >>> SOURCE_SHIFT);
  }

  public static int userTagOf(long tag) {
    return (int) (tag & USER_TAG_MASK);
  }

  /** Whether a program has sent it as a message, of bytes or an object. */
  public static boolean isMessage(long tag) {
    return tag >>> KIND_SHIFT <= OBJECT >>> KIND_SHIFT;
  }

  /**
   * Whether a message belongs to a collective, also one of a group. Its tag then has a segment,
   * otherwise a user tag.
   */
  public static boolean isCollective(long tag) {
    return (tag & COLLECTIVE) != 0;
  }

  /** The number of the communicator; -1 for messages of Starling's own, which belong to none. */
  public static int contextOf(long tag) {
    boolean isOwn = tag >>> KIND_SHIFT == OWN >>> KIND_SHIFT;
    return isOwn ? -1 : (int) (tag >>> CONTEXT_SHIFT) & (MAX_CONTEXTS - 1);
  }

  /** The number of the collective to which a message belongs, modulo {@link #MAX_SEQUENCES}. */
  public static int sequenceOf(long tag) {
    return (int) (tag >>> SEQUENCE_SHIFT) & (MAX_SEQUENCES - 1);
  }

  /** The segment of a collective's message. */
  public static int segmentOf(long tag) {
    return (int) tag & (MAX_SEGMENTS - 1);
  }
}
