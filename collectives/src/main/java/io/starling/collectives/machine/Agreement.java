package io.starling.collectives.machine;

import io.starling.runtime.error.StarlingException;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.Operation;
import io.starling.runtime.progress.Tags;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/**
 * Under {@code --check}: do all ranks mean the same collective? Every rank tells the next one what
 * it calls and hears what the previous one calls. If all neighbours agree, all ranks agree; two
 * messages per rank, and nobody waits for more than its neighbour.
 */
public final class Agreement extends Operation {

  private static final int LONGEST_CALL = 512;

  /** Between a call and its algorithm, which is told only where the calls are the same. */
  private static final String BY = " by ";

  private final Context context;
  private final long tag;
  private final String call;
  private final MemorySegment mine;
  private final MemorySegment theirs;
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
    byte[] text = (call + BY + algorithm).getBytes(StandardCharsets.UTF_8);
    Arena arena = Arena.ofAuto();
    mine = arena.allocate(LONGEST_CALL);
    theirs = arena.allocate(LONGEST_CALL);
    MemorySegment.copy(
        text, 0, mine, ValueLayout.JAVA_BYTE, 0, Math.min(text.length, LONGEST_CALL - 1));
  }

  @Override
  protected void start() {
    int next = context.process((context.rank() + 1) % context.size());
    int previous = context.process(previous());
    receive(
        0,
        0,
        previous,
        tag + Tags.source(previous()),
        Tags.EXACT,
        Memory.of(theirs),
        0,
        LONGEST_CALL);
    send(0, 0, next, tag + Tags.source(context.rank()), Memory.of(mine), 0, LONGEST_CALL);
  }

  private int previous() {
    return (context.rank() + context.size() - 1) % context.size();
  }

  @Override
  protected void onReceived(int child, int segment) {
    events++;
    if (mine.mismatch(theirs) >= 0) {
      boolean sameCall = head(theirs).equals(head(mine));
      throw new StarlingException(
          "rank %d calls %s, but rank %d calls %s. All ranks must call the same collectives in the same order, with the same root, count, datatype, operator and algorithm."
              .formatted(
                  engine().rank(),
                  sameCall ? mine.getString(0) : call,
                  context.process(previous()),
                  sameCall ? theirs.getString(0) : head(theirs)));
    }
  }

  private static String head(MemorySegment text) {
    return text.getString(0).split(BY, 2)[0];
  }

  @Override
  protected void onSent(int child, int segment) {
    events++;
  }

  @Override
  protected boolean finished() {
    return events == 2;
  }

  @Override
  public String describe() {
    return "check of " + call;
  }
}
