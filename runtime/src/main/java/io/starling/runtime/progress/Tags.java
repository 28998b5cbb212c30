package io.starling.runtime.progress;

/**
 * The 64 bits by which messages match receives. The source's rank in the job is part of the tag,
 * because UCX matches nothing else.
 *
 * <pre>
 * point to point   0 | context 13 | source 20 | user tag 30
 * collective       1 | context 13 | source 20 | sequence 10 | segment 20
 * object           0 | 4096 + context in 13 | source 20 | user tag 30
 * answer           0 | 8128 in 13 | source 20 | number 30
 * instead          0 | 8129 in 13 | source 20 | number 30
 * check            0 | 8130 in 13 | source 20 | 0 in 7 | context 12 | sequence 10 | step 1
 * array            0 | 8131 in 13 | source 20 | number 30
 * object step      0 | 8132 in 13 | source 20 | context 12 | sequence 18
 * meeting          0 | 8133 in 13 | source 20 | meeting 30
 * group            1 | 4096 + context in 13 | source 20 | user tag 30
 * </pre>
 *
 * The context is the communicator. The sequence counts its collectives (modulo 1024). Segments may
 * arrive in any order because their number is in the tag. Contexts from 4096 on are those of
 * messages that are objects, and of members of a group that make a communicator without the other
 * ranks. The last 64 are used by {@link Devices}, for the answer to a header and for the data that
 * follows if the answer is no, by the agreements of {@code --check}, by large arrays of an object,
 * which its sender has numbered, by collectives on objects, and by two leaders of groups that have
 * no communicator in common yet.
 */
public final class Tags {

  /** The most ranks of a job. */
  public static final int MAX_RANKS = 1 << 20;

  /** The most segments of a message; longer messages have longer segments. */
  public static final int MAX_SEGMENTS = 1 << 20;

  /** The most open collectives of a communicator. */
  public static final int MAX_SEQUENCES = 1 << 10;

  /** The most communicators of a rank at a time. The contexts above are reserved for Starling. */
  public static final int MAX_CONTEXTS = (1 << 12) - 64;

  /** The mask that compares all bits of a tag. */
  public static final long EXACT = -1L;

  private static final int HIGH = 1 << 12;
  private static final int OWN = HIGH + MAX_CONTEXTS;

  /** In place of a communicator's number: the two leaders of groups that meet. */
  public static final int MEETINGS = OWN + 5;

  private static final int STEP_BITS = 18;
  private static final int SOURCE_SHIFT = 30;
  private static final int CONTEXT_SHIFT = 50;
  private static final int SEQUENCE_SHIFT = 20;
  private static final long USER_TAG_MASK = (1L << SOURCE_SHIFT) - 1;
  private static final long SOURCE_MASK = (MAX_RANKS - 1L) << SOURCE_SHIFT;
  private static final long COLLECTIVE = 1L << 63;

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
    return own(OWN, source, number);
  }

  /** The tag of the data that is sent after a header was refused. */
  public static long instead(int source, long number) {
    return own(OWN + 1, source, number);
  }

  /**
   * The tag of a message of {@code --check} from rank 0; add {@link #source} to it.
   *
   * @param sequence the number of the collective that is checked
   * @param step 0 or 1
   */
  public static long check(int context, int sequence, int step) {
    int number = (context * MAX_SEQUENCES + (sequence & (MAX_SEQUENCES - 1))) * 2 + step;
    return pointToPoint(OWN + 2, 0, number);
  }

  /**
   * The tag of a message from rank 0 among members of a group of a communicator; add {@link
   * #source} to it.
   *
   * @param tag the user's tag
   */
  public static long group(int context, int tag) {
    return COLLECTIVE | pointToPoint(HIGH + context, 0, tag);
  }

  /** The tag of a message that is an object: no receive of bytes matches it. */
  public static long object(int context, int source, int tag) {
    return pointToPoint(HIGH + context, source, tag);
  }

  /** The tag of the large arrays of an object; the sender of the object has numbered it. */
  public static long array(int source, long number) {
    return own(OWN + 3, source, number);
  }

  /**
   * The tag of an object that is sent inside a collective.
   *
   * @param sequence the number of the collective among those on objects
   */
  public static long objectStep(int context, int source, long sequence) {
    long number = ((long) context << STEP_BITS) | (sequence & ((1 << STEP_BITS) - 1));
    return own(OWN + 4, source, number);
  }

  private static long own(int context, int source, long number) {
    return pointToPoint(context, source, (int) (number & USER_TAG_MASK));
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

  /**
   * Whether a message belongs to a collective. Its tag then has a segment, otherwise a user tag.
   */
  public static boolean isCollective(long tag) {
    return (tag & COLLECTIVE) != 0;
  }

  /** The number of the communicator. */
  public static int contextOf(long tag) {
    return (int) ((tag & ~COLLECTIVE) >>> CONTEXT_SHIFT);
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
