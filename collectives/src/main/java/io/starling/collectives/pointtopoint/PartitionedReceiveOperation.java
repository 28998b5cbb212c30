package io.starling.collectives.pointtopoint;

import io.starling.collectives.operation.Context;
import io.starling.runtime.StarlingException;
import io.starling.runtime.progress.Operation;
import io.starling.runtime.progress.Tags;

/**
 * Receives the parts of a message, each straight into its place. The sender decides how many there
 * are; this side may divide the message otherwise:
 *
 * <pre>
 * sender     |   0   |   1   |   2   |
 * receiver   |     0     |     1     |      part 0 has arrived with 0 and 1
 * </pre>
 */
public final class PartitionedReceiveOperation extends PartitionedOperation {

  private int missing;

  /** A receive for many runs. */
  public PartitionedReceiveOperation(Context context, Division division, int source, int tag) {
    super(context, division, source, tag, PartitionedHeader.toReceive(context, source, tag));
  }

  @Override
  protected void start() {
    parts().clear();
    missing = isOfNobody() ? 0 : Integer.MAX_VALUE;
    if (!isOfNobody()) {
      header().whenDone(this::receiveParts);
    }
  }

  /** The header has come, now or in an earlier run. */
  private void receiveParts() {
    if (isDone()) {
      return;
    }
    if (header().failure() != null) {
      fail(header().failure());
      return;
    }
    try {
      checkLength();
      missing = header().parts();
      long length = header().bytes() / missing;
      for (int part = 0; part < header().parts(); part++) {
        long wire = Tags.part(process(), header().number() + part);
        receive(part, 0, process(), wire, Tags.EXACT, memory(), part * length, length);
      }
    } catch (RuntimeException | Error e) {
      fail(e);
    }
  }

  private void checkLength() {
    if (header().bytes() != division().bytes()) {
      throw new StarlingException(
          "rank %d, %s: the sender's message has %d bytes; both must have the same length"
              .formatted(engine().rank(), describe(), header().bytes()));
    }
  }

  /** Whether a part has arrived, as this side divides the message. */
  public boolean hasArrived(int part) {
    if (isOfNobody()) {
      return true;
    }
    if (missing == Integer.MAX_VALUE) {
      return false;
    }
    long theirs = header().parts();
    long ours = division().parts();
    int first = (int) (part * theirs / ours);
    int end = (int) Math.ceilDiv((part + 1) * theirs, ours);
    return parts().nextClearBit(first) >= end;
  }

  @Override
  protected Operation delegate() {
    return header().isDone() ? null : header();
  }

  @Override
  protected void onReceived(int part, int segment) {
    parts().set(part);
    missing--;
  }

  @Override
  protected boolean finished() {
    return missing == 0;
  }

  @Override
  public String describe() {
    return header().isDone()
        ? describe("receive from", header().parts(), "of the sender arrived")
        : header().describe();
  }
}
