package io.starling.collectives.machine;

import io.starling.runtime.error.RankFailedException;
import io.starling.runtime.error.StarlingException;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.Operation;
import io.starling.runtime.progress.Tags;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Under {@code --check}: do all ranks mean the same collective? By dissemination (Hensgen, Finkel
 * and Manber, 1988): after round k a rank knows what the 2^(k+1) ranks up to itself call, so after
 * the last one all know of the same difference, also those that it would not reach otherwise.
 *
 * <pre>
 *   round 0   0 -> 1 -> 2 -> 3 -> 4 -> 0
 *   round 1   0 -> 2 -> 4 -> 1 -> 3 -> 0
 *   round 2   0 -> 4 -> 3 -> 2 -> 1 -> 0
 * </pre>
 *
 * Of the ranks that it knows, each tells the lowest, and the lowest that calls something else.
 */
public final class Agreement extends Operation {

  private static final int MESSAGE_BYTES = 2 * Claim.BYTES;

  private final Context context;
  private final long tag;
  private final String call;
  private final Claim mine;
  private final int rounds;
  private final MemorySegment sent;
  private final MemorySegment received;
  private Claim lowest;
  private Claim other;
  private int events;

  /**
   * The check of one call.
   *
   * @param sequence the collective's number in its communicator
   * @param call what this rank calls
   * @param algorithm how, which ranks must agree on too
   */
  public Agreement(Context context, int sequence, String call, String algorithm) {
    super(context.engine());
    this.context = context;
    this.tag = Tags.collective(context.number() + Tags.MAX_CONTEXTS, sequence);
    this.call = call;
    mine = Claim.of(context.rank(), call, algorithm);
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
    other.write(sent, at + Claim.BYTES);
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
    Claim theirLowest = Claim.read(received, at);
    Claim theirOther = Claim.read(received, at + Claim.BYTES);
    boolean isLower = theirLowest.rank() < lowest.rank();
    Claim first = isLower ? theirLowest : lowest;
    Claim second = isLower ? lowest : theirLowest;
    Claim known = first;
    for (Claim claim : new Claim[] {second, lowest, other, theirOther}) {
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

  /** All rounds come first: others learn by them what this rank knows. */
  private void count() {
    events++;
    if (finished() && !other.isSameAs(lowest)) {
      Claim against = mine.isSameAs(lowest) ? other : lowest;
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
  protected RuntimeException obstacle() {
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
