package io.starling.collectives.operation;

import io.starling.runtime.RankFailedException;
import io.starling.runtime.StarlingException;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.Operation;
import io.starling.runtime.progress.Tags;
import java.lang.foreign.MemorySegment;
import java.util.stream.IntStream;

/**
 * Checks lengths under {@code --check}, for collectives in which each rank knows only its own:
 * every rank announces to every other one how many bytes it will send, and the receiver compares
 * this with what it expects.
 */
public final class LengthCheck extends Operation {

  /** Follows that of {@link CallCheck}. */
  private static final int STEP = 1;

  private final Context context;
  private final long tag;
  private final String call;
  private final long[] sent;
  private final long[] expected;
  private final long[] announced;
  private int events;

  /**
   * The check of one call.
   *
   * @param sequence the collective's number in its communicator
   * @param sent the bytes to each rank
   * @param expected the bytes from each rank
   */
  public LengthCheck(Context context, int sequence, String call, long[] sent, long[] expected) {
    super(context.engine());
    this.context = context;
    this.tag = Tags.check(context.number(), sequence, STEP);
    this.call = call;
    this.sent = sent;
    this.expected = expected;
    announced = new long[context.size()];
  }

  private IntStream others() {
    return IntStream.range(0, context.size()).filter(peer -> peer != context.rank());
  }

  @Override
  protected void start() {
    Memory room = Memory.of(MemorySegment.ofArray(announced));
    Memory own = Memory.of(MemorySegment.ofArray(sent));
    others()
        .forEach(
            peer -> {
              long at = (long) peer * Long.BYTES;
              int process = context.process(peer);
              long theirs = tag + Tags.source(process);
              receive(peer, 0, process, theirs, Tags.EXACT, room, at, Long.BYTES);
              long mine = tag + Tags.source(engine().rank());
              send(peer, 0, process, mine, own, at, Long.BYTES);
            });
  }

  @Override
  protected void onReceived(int peer, int segment) {
    events++;
    if (announced[peer] != expected[peer]) {
      throw new StarlingException(
          "rank %d expects %d bytes from rank %d, which sends %d. The counts of both ranks must give the same number of bytes."
              .formatted(engine().rank(), expected[peer], context.process(peer), announced[peer]));
    }
  }

  @Override
  protected void onSent(int peer, int segment) {
    events++;
  }

  @Override
  protected boolean finished() {
    return events == 2 * (context.size() - 1);
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
    return "check of the lengths of " + call;
  }
}
