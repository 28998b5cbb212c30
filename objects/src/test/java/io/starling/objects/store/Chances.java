package io.starling.objects.store;

import java.util.List;
import java.util.function.LongUnaryOperator;

/** Whatever may be late comes at once, but for some, which come as late as they may. */
final class Chances implements LongUnaryOperator {

  private final List<Integer> late;
  private int count;

  /**
   * @param late which choices, by their numbers
   */
  Chances(List<Integer> late) {
    this.late = late;
  }

  @Override
  public long applyAsLong(long limit) {
    return late.contains(count++) ? limit : 0;
  }

  /** How many choices there were. */
  int count() {
    return count;
  }
}
