package io.starling.objects.reduce;

import io.starling.objects.ObjectId;
import io.starling.objects.copy.Copy;
import io.starling.objects.copy.Departure;
import io.starling.objects.operation.Stamps;
import io.starling.objects.protocol.Lane;
import java.util.Map;

/** The accumulator of a node that has a parent; only the parent knows its id. */
final class InnerAccumulator implements Accumulator {

  private final Copy copy;
  private final Stamps stamps;
  private final Map<ObjectId, Copy> accumulators;

  /**
   * @param accumulators of the store, where streams find them
   */
  InnerAccumulator(Copy copy, Stamps stamps, Map<ObjectId, Copy> accumulators) {
    this.copy = copy;
    this.stamps = stamps;
    this.accumulators = accumulators;
    copy.restart(Lane.ALL, stamps.next());
    accumulators.put(copy.id(), copy);
  }

  @Override
  public Copy copy() {
    return copy;
  }

  @Override
  public void advance(long bytes) {
    copy.advance(bytes);
  }

  @Override
  public void restart() {
    copy.restart(Lane.ALL, stamps.next());
  }

  @Override
  public void close() {
    accumulators.remove(copy.id());
    copy.drop(Departure.Moved.REPLACED);
  }
}
