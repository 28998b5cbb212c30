package io.starling.collectives.communicator;

import io.starling.collectives.Group;
import io.starling.collectives.PointToPointCommunicator;
import io.starling.collectives.operation.Context;
import io.starling.runtime.RankFailedException;
import io.starling.runtime.StarlingException;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.Operation;
import io.starling.runtime.progress.Tags;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * Combines words of the members of a group by OR, on a communicator that may have other ranks: up
 * and down a binomial tree of the members in the order of the communicator.
 *
 * <pre>
 *   0 <- 1
 *   0 <- 2 <- 3           to the first, with the words of all below,
 *   0 <- 4 <- 5           and back with those of all
 *        4 <- 6 <- 7
 * </pre>
 *
 * <p>The tag on the wire is the user's with a hash of the set of members mixed in: after a failure,
 * messages of a call that failed do not reach a call of the survivors with the same tag. Two more
 * words have a hash of tag and group, and its complement. Their combination has a bit twice if
 * members have passed the group in different orders, or calls meet by chance, one pair in 2^30;
 * then all of them say so.
 */
final class MemberExchange extends Operation {

  private static final int ABOVE = -1;
  private static final int SEGMENT = 0;

  private final Context context;

  /** The members' ranks in the communicator, ascending. */
  private final int[] ranks;

  private final BitSet members = new BitSet();
  private final int place;
  private final int below;
  private final long tag;
  private final long hash;
  private final String call;
  private final long[][] received;
  private long[] combined;
  private long[] fromAbove;
  private int missing;
  private int unsent;
  private boolean isComplete;

  /**
   * An exchange for one use.
   *
   * @param itsRanks the members' ranks in the communicator
   * @param call for messages
   */
  MemberExchange(Context context, Group group, int[] itsRanks, int tag, String call) {
    this(
        context,
        itsRanks,
        Tags.group(context.number(), wireTag(context, tag, itsRanks)),
        hash(tag, group.processes()),
        call);
  }

  private MemberExchange(Context context, int[] itsRanks, long tag, long hash, String call) {
    super(context.engine());
    this.context = context;
    Arrays.stream(itsRanks).forEach(members::set);
    ranks = members.stream().toArray();
    place = Arrays.binarySearch(ranks, context.rank());
    this.tag = tag;
    this.hash = hash;
    this.call = call;
    int all = place == 0 ? Integer.SIZE - 1 : Integer.numberOfTrailingZeros(place);
    int children = 0;
    while (children < all && place + (1L << children) < ranks.length) {
      children++;
    }
    below = children;
    received = new long[below][];
  }

  /**
   * An exchange of all ranks of a communicator.
   *
   * @param number the same at all ranks; no other exchange that is under way has it
   */
  static MemberExchange ofAll(Context context, long number, String call) {
    int[] all = IntStream.range(0, context.size()).toArray();
    return new MemberExchange(context, all, Tags.agreement(context.number(), number), 0, call);
  }

  /** FNV-1a with 64 bits, whose lower bits are then mixed into all others (Stafford's mix 13). */
  private static long hash(long seed, int... values) {
    long hash = 0xCBF29CE484222325L ^ seed;
    for (int value : values) {
      hash = (hash ^ value) * 0x100000001B3L;
    }
    hash = (hash ^ (hash >>> 30)) * 0xBF58476D1CE4E5B9L;
    hash = (hash ^ (hash >>> 27)) * 0x94D049BB133111EBL;
    return hash ^ (hash >>> 31);
  }

  private static int wireTag(Context context, int tag, int... itsRanks) {
    int[] processes = Arrays.stream(itsRanks).sorted().map(context::process).toArray();
    return tag ^ ((int) hash(0, processes) & PointToPointCommunicator.MAX_TAG);
  }

  /** The bitwise or of the words of all members. To be called inside the engine, once. */
  long[] combine(long... words) {
    use(words);
    begin();
    engine().waits().await(this);
    return combined();
  }

  /** Sets the words of the next run. */
  void use(long... words) {
    combined = Arrays.copyOf(words, words.length + 2);
    combined[words.length] = hash;
    combined[words.length + 1] = ~hash;
  }

  /** The words of all members, after the end of the run. */
  long[] combined() {
    int own = combined.length - 2;
    if (combined[own] != hash || combined[own + 1] != ~hash) {
      throw new StarlingException(
          "rank %d, %s: other ranks have passed another group or tag. All ranks of a group must pass the same group in the same order; calls that are under way at a time need other tags"
              .formatted(engine().rank(), call));
    }
    return combined;
  }

  private int child(int number) {
    return place + (1 << number);
  }

  private int parent() {
    return place & (place - 1);
  }

  @Override
  protected void start() {
    missing = below;
    unsent = below + (place == 0 ? 0 : 1);
    fromAbove = new long[combined.length];
    for (int number = 0; number < below; number++) {
      received[number] = new long[combined.length];
      receive(number, child(number), received[number]);
    }
    if (place > 0) {
      receive(ABOVE, parent(), fromAbove);
    }
    rise();
  }

  /** Passes on the words of all below, once they are there. */
  private void rise() {
    if (missing > 0) {
      return;
    }
    if (place > 0) {
      send(ABOVE, parent());
    } else {
      fall();
    }
  }

  /** Passes on the words of all. */
  private void fall() {
    isComplete = true;
    for (int number = 0; number < below; number++) {
      send(number, child(number));
    }
  }

  private void receive(int child, int itsPlace, long... into) {
    int process = context.process(ranks[itsPlace]);
    Memory memory = Memory.of(MemorySegment.ofArray(into));
    long itsTag = tag + Tags.source(process);
    receive(child, SEGMENT, process, itsTag, Tags.EXACT, memory, 0, memory.byteSize());
  }

  /** A copy: what is sent to the rank above may still be under way when the words of all come. */
  private void send(int child, int itsPlace) {
    Memory memory = Memory.of(MemorySegment.ofArray(combined.clone()));
    long ownTag = tag + Tags.source(engine().rank());
    int process = context.process(ranks[itsPlace]);
    send(child, SEGMENT, process, ownTag, memory, 0, memory.byteSize());
  }

  @Override
  protected void onReceived(int child, int segment) {
    long[] message = child == ABOVE ? fromAbove : received[child];
    if (child == ABOVE) {
      combined = message;
      fall();
      return;
    }
    for (int i = 0; i < combined.length; i++) {
      combined[i] |= message[i];
    }
    missing--;
    rise();
  }

  @Override
  protected void onSent(int child, int segment) {
    unsent--;
  }

  @Override
  protected boolean finished() {
    return isComplete && unsent == 0;
  }

  @Override
  public RuntimeException obstacle() {
    return context.health().obstacle(this::describe, members);
  }

  @Override
  protected RankFailedException lost(int peer, String words) {
    return context.health().lost(this::describe, peer, words);
  }

  @Override
  public String describe() {
    return call;
  }
}
