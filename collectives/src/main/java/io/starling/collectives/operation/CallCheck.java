package io.starling.collectives.operation;

import io.starling.runtime.RankFailedException;
import io.starling.runtime.StarlingException;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.Operation;
import io.starling.runtime.progress.Tags;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Checks under {@code --check} that all ranks call the same collective. It uses dissemination
 * (Hensgen, Finkel and Manber, 1988): after round k a rank knows the calls of the 2^(k+1) ranks up
 * to itself. After the last round all ranks know the same difference, even those whose call would
 * not detect it.
 *
 * <pre>
 *   round 0   0 -> 1 -> 2 -> 3 -> 4 -> 0
 *   round 1   0 -> 2 -> 4 -> 1 -> 3 -> 0
 *   round 2   0 -> 4 -> 3 -> 2 -> 1 -> 0
 * </pre>
 *
 * Each rank passes on the lowest rank that it knows, and the lowest rank with another call.
 */
public final class CallCheck extends Operation {

  private static final int MESSAGE_BYTES = 2 * CallDescription.BYTES;

  private final Context context;
  private final long tag;
  private final String call;
  private final CallDescription mine;
  private final int rounds;
  private final MemorySegment sent;
  private final MemorySegment received;
  private CallDescription lowest;
  private CallDescription other;
  private int events;

  /**
   * The check of one call.
   *
   * @param sequence the collective's number in its communicator
   * @param call what this rank calls
   * @param algorithm the algorithm, on which ranks must agree too
   */
  public CallCheck(Context context, int sequence, String call, String algorithm) {
    super(context.engine());
    this.context = context;
    this.tag = Tags.check(context.number(), sequence, 0);
    this.call = call;
    mine = CallDescription.of(context.rank(), call, algorithm);
    rounds = Integer.SIZE - Integer.numberOfLeadingZeros(context.size() - 1);
    Arena arena = Arena.ofAuto();
    sent = arena.allocate((long) rounds * MESSAGE_BYTES, Long.BYTES);
    received = arena.allocate((long) rounds * MESSAGE_BYTES, Long.BYTES);
  }

  @Override
  protected void start() {
    lowest = mine;
    other = mine;
    exchange(0);
  }

  private void exchange(int round) {
    if (round == rounds) {
      return;
    }
    long at = (long) round * MESSAGE_BYTES;
    lowest.write(sent, at);
    other.write(sent, at + CallDescription.BYTES);
    int size = context.size();
    int distance = 1 << round;
    int next = context.process((context.rank() + distance) % size);
    int previous = context.process((context.rank() + size - distance) % size);
    long itsTag = tag + Tags.source(previous);
    receive(0, round, previous, itsTag, Tags.EXACT, Memory.of(received), at, MESSAGE_BYTES);
    long ownTag = tag + Tags.source(engine().rank());
    send(0, round, next, ownTag, Memory.of(sent), at, MESSAGE_BYTES);
  }

  @Override
  protected void onReceived(int child, int round) {
    long at = (long) round * MESSAGE_BYTES;
    CallDescription theirLowest = CallDescription.read(received, at);
    CallDescription theirOther = CallDescription.read(received, at + CallDescription.BYTES);
    boolean isLower = theirLowest.rank() < lowest.rank();
    CallDescription first = isLower ? theirLowest : lowest;
    CallDescription second = isLower ? lowest : theirLowest;
    CallDescription known = first;
    for (CallDescription claim : new CallDescription[] {second, lowest, other, theirOther}) {
      boolean isBetter = known.isSameAs(first) || claim.rank() < known.rank();
      if (!claim.isSameAs(first) && isBetter) {
        known = claim;
      }
    }
    lowest = first;
    other = known;
    exchange(round + 1);
    count();
  }

  @Override
  protected void onSent(int child, int round) {
    count();
  }

  /** All rounds complete first, so that other ranks learn what this rank knows. */
  private void count() {
    events++;
    if (finished() && !other.isSameAs(lowest)) {
      CallDescription against = mine.isSameAs(lowest) ? other : lowest;
      throw new StarlingException(
          "rank %d calls %s, but rank %d calls %s.%s All ranks must call the same collectives in the same order, with the same root, count, datatype, operator and algorithm."
              .formatted(
                  engine().rank(),
                  mine.beside(against),
                  context.process(against.rank()),
                  against.beside(mine),
                  mine.difference(against)));
    }
  }

  @Override
  protected boolean finished() {
    return events == 2 * rounds;
  }

  @Override
  public RuntimeException obstacle() {
    return context.health().obstacle(this::describe);
  }

  @Override
  protected RankFailedException lost(int peer, String words) {
    return context.health().lost(this::describe, peer, words);
  }

  @Override
  public String describe() {
    return "check of " + call;
  }
}
