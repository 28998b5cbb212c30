package io.starling.collectives.exchange;

/**
 * The data that a collective moves: the lengths for all its algorithms. All offsets are in bytes of
 * packed data.
 *
 * @param root the root, or -1
 * @param bytes the length of the message, which all ranks know; {@link #UNKNOWN} if each rank knows
 *     only its own lengths
 * @param elementBytes messages are cut between elements of this length only
 * @param data the blocks of {@link Area#DATA}: one per rank if ranks get different ones, otherwise
 *     a single one
 * @param result the blocks of {@link Area#RESULT}, in the same way
 * @param inPlace the offset in RESULT at which DATA lies, or {@link #APART}
 * @param neighbours the neighbours in a virtual topology, if they exchange data
 */
public record Problem(
    int root,
    long bytes,
    long elementBytes,
    Blocks data,
    Blocks result,
    long inPlace,
    Neighbours neighbours) {

  /** DATA and RESULT do not overlap. */
  public static final long APART = -1;

  /** Not all ranks know the lengths of all messages. */
  public static final long UNKNOWN = -1;

  /** Messages may be cut anywhere. */
  public static final long ANY_BYTE = 1;

  /** There is no root. */
  public static final int NO_ROOT = -1;

  /** Without a virtual topology. */
  public Problem(
      int root, long bytes, long elementBytes, Blocks data, Blocks result, long inPlace) {
    this(root, bytes, elementBytes, data, result, inPlace, Neighbours.NONE);
  }

  /** The same data for all ranks, without blocks. */
  public static Problem whole(int root, long bytes, long elementBytes, long inPlace) {
    Blocks one = Blocks.equal(1, bytes);
    return new Problem(root, bytes, elementBytes, one, one, inPlace);
  }
}
