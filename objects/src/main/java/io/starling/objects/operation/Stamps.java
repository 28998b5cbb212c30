package io.starling.objects.operation;

/** Makes stamps, each of which names one content of one object: no store makes one twice. */
public final class Stamps {

  private static final int COUNTER_BITS = 40;

  private long next;

  /**
   * @param self the slot of the store, which no other store gets
   */
  public Stamps(int self) {
    this.next = ((long) self << COUNTER_BITS) + 1;
  }

  public long next() {
    return next++;
  }
}
