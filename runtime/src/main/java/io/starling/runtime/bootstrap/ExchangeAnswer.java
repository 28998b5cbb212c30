package io.starling.runtime.bootstrap;

import io.starling.runtime.StarlingException;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;

/** The table of an exchange as it comes in, part by part. For one thread. */
final class ExchangeAnswer {

  private final String name;
  private final ExchangeTable table;
  private BitSet missing;
  private String broken;
  private boolean whole;

  ExchangeAnswer(String name, int size) {
    this.name = name;
    table = new ExchangeTable(size);
  }

  String name() {
    return name;
  }

  void accept(Frame frame) throws IOException {
    switch (frame.type()) {
      case TABLE -> table.take(frame.value());
      case EXCHANGED -> whole = true;
      case EXCHANGE_BROKEN -> broken = StoreAnswers.describe(frame);
      default -> missing = BitSet.valueOf(frame.value());
    }
  }

  boolean isOver() {
    return whole || broken != null;
  }

  /** Whether it is over, or the store has said who is missing. */
  boolean isExplained() {
    return isOver() || missing != null;
  }

  /** The ranks that have not come, as far as the store has said. */
  String describeMissing() {
    return missing == null || missing.isEmpty()
        ? "not all ranks have come"
        : "of %d ranks, %d have not come: %s"
            .formatted(table.size(), missing.cardinality(), RankRanges.of(missing));
  }

  List<byte[]> table() {
    if (broken != null) {
      throw new StarlingException(
          "exchange '%s' can't be completed: %s without bringing anything".formatted(name, broken));
    }
    return table;
  }
}
