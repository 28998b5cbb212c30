package io.starling.collectives.pointtopoint;

import io.starling.collectives.operation.Context;
import io.starling.runtime.RankFailedException;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.MessageOperation;
import io.starling.runtime.progress.Operation;
import io.starling.runtime.progress.Tags;

/** The arrays beside an object, each straight into its place. */
public final class ArraysReceiveOperation extends Operation implements MessageOperation {

  private final Context context;
  private Memory[] arrays;
  private int source;
  private long number;
  private int missing;

  public ArraysReceiveOperation(Context context) {
    super(context.engine());
    this.context = context;
  }

  /**
   * Sets what the next run receives.
   *
   * @param itsNumber the number of the arrays' tag, which the parcel says
   */
  public void use(int itsSource, long itsNumber, Memory... itsArrays) {
    source = itsSource;
    number = itsNumber;
    arrays = itsArrays;
  }

  @Override
  protected void start() {
    int process = context.process(source);
    long tag = Tags.array(process, number);
    missing = arrays.length;
    for (int i = 0; i < arrays.length; i++) {
      receive(i, 0, process, tag, Tags.EXACT, arrays[i], 0, arrays[i].byteSize());
    }
  }

  @Override
  protected void onReceived(int child, int segment) {
    missing--;
  }

  @Override
  protected boolean finished() {
    return missing == 0;
  }

  @Override
  protected void onEnd(boolean failed) {
    arrays = null;
  }

  @Override
  public int hostCopyUses() {
    return 0;
  }

  @Override
  public RuntimeException obstacle() {
    return context.health().obstacle(this::describe, source);
  }

  @Override
  protected RankFailedException lost(int peer, String words) {
    return context.health().lost(this::describe, peer, words);
  }

  @Override
  public String describe() {
    return "receive of the arrays of an object from rank %d".formatted(context.process(source));
  }
}
