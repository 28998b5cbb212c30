package io.starling.collectives.machine;

import io.starling.runtime.error.RankFailedException;
import io.starling.runtime.error.StarlingException;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.Operation;
import io.starling.runtime.progress.Tags;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Under {@code --check}: do all ranks mean the same collective? Every rank tells the next one what
 * it calls and hears what the previous one calls. If all neighbours agree, all ranks agree; two
 * messages per rank, and nobody waits for more than its neighbour.
 */
public final class Agreement extends Operation {

  /** A hash of what is called, and as much of its text as there is room for. */
  private static final int MESSAGE_BYTES = 512;

  private static final int TEXT = Long.BYTES;
  private static final String CUT = "…";

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
    Arena arena = Arena.ofAuto();
    mine = arena.allocate(MESSAGE_BYTES, Long.BYTES);
    theirs = arena.allocate(MESSAGE_BYTES, Long.BYTES);
    String whole = call + BY + algorithm;
    mine.set(ValueLayout.JAVA_LONG, 0, hash(whole));
    mine.setString(TEXT, shortened(whole));
  }

  /** FNV-1a with 64 bits: ranks that differ behind what fits differ here. */
  private static long hash(String text) {
    long hash = 0xCBF29CE484222325L;
    for (byte part : text.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (part & 0xFF)) * 0x100000001B3L;
    }
    return hash;
  }

  /** The text, or as many whole characters as fit with a mark behind them. */
  private static String shortened(String text) {
    int room = MESSAGE_BYTES - TEXT - 1;
    if (text.getBytes(StandardCharsets.UTF_8).length <= room) {
      return text;
    }
    ByteBuffer bytes = ByteBuffer.allocate(room - CUT.getBytes(StandardCharsets.UTF_8).length);
    StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text), bytes, true);
    return StandardCharsets.UTF_8.decode(bytes.flip()) + CUT;
  }

  @Override
  protected void start() {
    int next = context.process((context.rank() + 1) % context.size());
    int previous = context.process(previous());
    int own = engine().rank();
    receive(
        0,
        0,
        previous,
        tag + Tags.source(previous),
        Tags.EXACT,
        Memory.of(theirs),
        0,
        MESSAGE_BYTES);
    send(0, 0, next, tag + Tags.source(own), Memory.of(mine), 0, MESSAGE_BYTES);
  }

  private int previous() {
    return (context.rank() + context.size() - 1) % context.size();
  }

  @Override
  protected void onReceived(int child, int segment) {
    events++;
    if (mine.mismatch(theirs) >= 0) {
      String own = mine.getString(TEXT);
      String other = theirs.getString(TEXT);
      boolean sameCall = head(other).equals(head(own));
      String difference = own.equals(other) ? " They differ behind the %s.".formatted(CUT) : "";
      throw new StarlingException(
          "rank %d calls %s, but rank %d calls %s.%s All ranks must call the same collectives in the same order, with the same root, count, datatype, operator and algorithm."
              .formatted(
                  engine().rank(),
                  sameCall ? own : head(own),
                  context.process(previous()),
                  sameCall ? other : head(other),
                  difference));
    }
  }

  private static String head(String text) {
    return text.split(BY, 2)[0];
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
