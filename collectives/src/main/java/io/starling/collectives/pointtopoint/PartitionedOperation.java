package io.starling.collectives.pointtopoint;

import io.starling.collectives.operation.Context;
import io.starling.runtime.RankFailedException;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.MessageOperation;
import io.starling.runtime.progress.Operation;
import java.util.BitSet;

/** A message in equal parts, to one rank or from one, or to PROC_NULL (MPI 4.1, chapter 4). */
public abstract sealed class PartitionedOperation extends Operation implements MessageOperation
    permits PartitionedSendOperation, PartitionedReceiveOperation {

  /** How the message is divided on this side. */
  public record Division(long bytes, int parts) {

    /** The length of a part. */
    long length() {
      return bytes / parts;
    }
  }

  private final Context context;
  private final Division division;
  private final int peer;
  private final int tag;
  private final PartitionedHeader header;

  /** The parts that have arrived, or that the program has marked as ready. */
  private final BitSet parts = new BitSet();

  private Memory memory;

  PartitionedOperation(
      Context context, Division division, int peer, int tag, PartitionedHeader header) {
    super(context.engine());
    this.context = context;
    this.division = division;
    this.peer = peer;
    this.tag = tag;
    this.header = header;
  }

  /** Sets the memory of the next run. */
  public final void useMemory(Memory itsMemory) {
    memory = itsMemory;
  }

  /** The operation that begins with the request. */
  public final PartitionedHeader header() {
    return header;
  }

  /** How this side divides the message. */
  public final Division division() {
    return division;
  }

  final BitSet parts() {
    return parts;
  }

  final Memory memory() {
    return memory;
  }

  /** The other rank's number in the job. */
  final int process() {
    return context.process(peer);
  }

  final boolean isOfNobody() {
    return peer == Context.PROC_NULL;
  }

  @Override
  protected void onEnd(boolean failed) {
    memory = null;
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
  public String whyNotCancelled() {
    return "a partitioned message can't be cancelled (MPI 4.1, section 3.8.4)";
  }

  final String describe(String call, int count, String done) {
    String who = isOfNobody() ? "PROC_NULL" : "rank " + process();
    return "partitioned %s %s of %d bytes with tag %d (%d of %d parts %s)"
        .formatted(call, who, division.bytes, tag, parts.cardinality(), count, done);
  }
}
