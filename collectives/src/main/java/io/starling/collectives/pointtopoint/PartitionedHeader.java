package io.starling.collectives.pointtopoint;

import io.starling.collectives.operation.Context;
import io.starling.runtime.RankFailedException;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.CancellableOperation;
import io.starling.runtime.progress.MessageOperation;
import io.starling.runtime.progress.Tags;
import java.lang.foreign.MemorySegment;

/**
 * The first message of a partitioned send, which says how its parts are tagged. It is sent, or
 * awaited, when the request is made: so sends and receives match in the order in which the program
 * made their requests (MPI 4.1, section 4.2).
 *
 * <pre>
 * long   0                    1        2
 *        number of part 0     parts    bytes in all
 * </pre>
 */
public final class PartitionedHeader extends CancellableOperation implements MessageOperation {

  private static final int WORDS = 3;

  private final Context context;
  private final int peer;
  private final int tag;
  private final boolean isSent;
  private final long[] words;
  private boolean isThere;

  private PartitionedHeader(Context context, int peer, int tag, boolean isSent, long... words) {
    super(context.engine());
    this.context = context;
    this.peer = peer;
    this.tag = tag;
    this.isSent = isSent;
    this.words = words;
  }

  /** The header of a send. */
  static PartitionedHeader toSend(
      Context context, int destination, int tag, long number, int parts, long bytes) {
    return new PartitionedHeader(context, destination, tag, true, number, parts, bytes);
  }

  /** The header that a receive awaits. */
  static PartitionedHeader toReceive(Context context, int source, int tag) {
    return new PartitionedHeader(context, source, tag, false, new long[WORDS]);
  }

  /** The number of the first part; the others follow. */
  long number() {
    return words[0];
  }

  int parts() {
    return (int) words[1];
  }

  long bytes() {
    return words[2];
  }

  @Override
  protected void start() {
    forgetCancel();
    isThere = peer == Context.PROC_NULL;
    if (isThere) {
      return;
    }
    Memory memory = Memory.of(MemorySegment.ofArray(words));
    int process = context.process(peer);
    if (isSent) {
      long wire = Tags.partitioned(context.number(), engine().rank(), tag);
      send(0, 0, process, wire, memory, 0, memory.byteSize());
    } else {
      long wire = Tags.partitioned(context.number(), process, tag);
      receive(0, 0, process, wire, Tags.EXACT, memory, 0, memory.byteSize());
    }
  }

  @Override
  protected void onSent(int child, int segment) {
    isThere = true;
  }

  @Override
  protected void onReceived(int child, int segment) {
    isThere = true;
  }

  @Override
  protected boolean finished() {
    return isThere || isCancelled();
  }

  @Override
  public int hostCopyUses() {
    return 0;
  }

  @Override
  public RuntimeException obstacle() {
    return context.health().obstacle(this::describe, peer);
  }

  @Override
  protected RankFailedException lost(int itsPeer, String words) {
    return context.health().lost(this::describe, itsPeer, words);
  }

  @Override
  public String describe() {
    return isSent
        ? "first message of a partitioned send to rank %d with tag %d"
            .formatted(context.process(peer), tag)
        : "partitioned receive that waits for partitionedSendInit of rank %d with tag %d"
            .formatted(context.process(peer), tag);
  }
}
