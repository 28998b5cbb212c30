package io.starling.collectives.pointtopoint;

import io.starling.collectives.operation.Context;
import io.starling.runtime.progress.Tags;

/**
 * Sends each part of a message as soon as the program says that it is ready.
 *
 * <pre>
 * header     number n, 4 parts
 * part 2     tag n + 2          in the order in which the program
 * part 0     tag n              marks them as ready
 * </pre>
 */
public final class PartitionedSendOperation extends PartitionedOperation {

  private int unsent;

  /**
   * A send for many runs.
   *
   * @param number the number of the first part's tag
   */
  public PartitionedSendOperation(
      Context context, Division division, int destination, int tag, long number) {
    super(
        context,
        division,
        destination,
        tag,
        PartitionedHeader.toSend(
            context, destination, tag, number, division.parts(), division.bytes()));
  }

  @Override
  protected void start() {
    parts().clear();
    if (header().failure() != null) {
      throw header().failure();
    }
    unsent = isOfNobody() ? 0 : division().parts();
    if (unsent > 0) {
      waitForProgram();
    }
  }

  /**
   * Sends a part. To be called inside the engine, while a run is open.
   *
   * @throws IllegalStateException if it is ready already
   */
  public void ready(int part) {
    if (isDone() && failure() != null) {
      check();
    }
    if (isDone() && !isOfNobody()) {
      throw new IllegalStateException(
          describe() + ": part " + part + " can't be ready, start the request before");
    }
    if (parts().get(part)) {
      throw new IllegalStateException(describe() + ": part " + part + " is ready already");
    }
    parts().set(part);
    if (isOfNobody()) {
      return;
    }
    try {
      long wire = Tags.part(engine().rank(), header().number() + part);
      long length = division().length();
      send(part, 0, process(), wire, memory(), part * length, length);
    } catch (RuntimeException | Error e) {
      fail(e);
    }
  }

  @Override
  protected void onSent(int part, int segment) {
    unsent--;
  }

  @Override
  protected boolean finished() {
    return unsent == 0;
  }

  @Override
  public String describe() {
    return describe("send to", division().parts(), "ready");
  }
}
