package io.starling.collectives.call;

import io.starling.collectives.operation.CollectiveOperation;
import io.starling.runtime.Status;
import io.starling.runtime.progress.Operation;
import java.util.function.Supplier;

/** A call whose operation is made for it and runs once, with memory of its own. */
public final class SingleCall extends Call {

  private final Operation operation;
  private final Supplier<Status> status;

  /** A call without a status. */
  public SingleCall(Member member, Operation operation) {
    this(member, operation, () -> null);
  }

  /**
   * A call with a status.
   *
   * @param status asked after a success
   */
  public SingleCall(Member member, Operation operation, Supplier<Status> status) {
    super(member, operation);
    this.operation = operation;
    this.status = status;
  }

  @Override
  public Operation operation() {
    return operation;
  }

  @Override
  public Status status() {
    return status.get();
  }

  @Override
  void prepare() {
    if (operation instanceof CollectiveOperation collective) {
      int _ = member().sequence().take(collective);
    }
  }

  @Override
  void becomeIdle() {}
}
