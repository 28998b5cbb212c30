package io.starling.collectives.call;

import io.starling.collectives.ReductionCollectives;
import io.starling.runtime.Buffer;
import io.starling.runtime.PersistentRequest;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.Request;

/** The three forms of each scan; {@link Reductions} implements them. */
public abstract sealed class ScanCalls extends ReductionCalls implements ReductionCollectives
    permits ObjectCalls {

  private final DataMovement dataMovement;
  private final Reductions reductions;

  ScanCalls(Collectives collectives) {
    this(collectives, new DataMovement(collectives), new Reductions(collectives));
  }

  private ScanCalls(Collectives collectives, DataMovement dataMovement, Reductions reductions) {
    super(collectives.member(), dataMovement, new RootedDataMovement(collectives), reductions);
    this.dataMovement = dataMovement;
    this.reductions = reductions;
  }

  protected final DataMovement dataMovement() {
    return dataMovement;
  }

  protected final Reductions reductions() {
    return reductions;
  }

  @Override
  public final void scan(Buffer data, Buffer result, ReductionOperator operator) {
    try (Member.Entry _ = enter()) {
      reductions.scan(data, result, operator).run();
    }
  }

  @Override
  public final Request iScan(Buffer data, Buffer result, ReductionOperator operator) {
    try (Member.Entry _ = enter()) {
      return reductions.scan(data, result, operator).start();
    }
  }

  @Override
  public final PersistentRequest scanInit(Buffer data, Buffer result, ReductionOperator operator) {
    try (Member.Entry _ = enter()) {
      return reductions.scan(data, result, operator).persistent();
    }
  }

  @Override
  public final void exclusiveScan(Buffer data, Buffer result, ReductionOperator operator) {
    try (Member.Entry _ = enter()) {
      reductions.exclusiveScan(data, result, operator).run();
    }
  }

  @Override
  public final Request iExclusiveScan(Buffer data, Buffer result, ReductionOperator operator) {
    try (Member.Entry _ = enter()) {
      return reductions.exclusiveScan(data, result, operator).start();
    }
  }

  @Override
  public final PersistentRequest exclusiveScanInit(
      Buffer data, Buffer result, ReductionOperator operator) {
    try (Member.Entry _ = enter()) {
      return reductions.exclusiveScan(data, result, operator).persistent();
    }
  }
}
