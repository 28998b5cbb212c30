package io.starling.runtime.bootstrap.client;

import io.starling.runtime.StarlingException;
import io.starling.runtime.bootstrap.wire.Contribution;
import io.starling.runtime.bootstrap.wire.Frame;
import io.starling.runtime.bootstrap.wire.Texts;
import java.io.IOException;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.RandomAccess;

/** The table of an exchange as it comes in, part by part. For one thread. */
final class ExchangeAnswer {

  private final String name;
  private final Table table;
  private BitSet missing;
  private String broken;
  private boolean whole;

  ExchangeAnswer(String name, int first, int size) {
    this.name = name;
    table = new Table(first, size);
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
            .formatted(table.size(), missing.cardinality(), Texts.ranges(missing));
  }

  List<byte[]> table() {
    if (broken != null) {
      throw new StarlingException(
          "exchange '%s' can't be completed: %s without bringing anything".formatted(name, broken));
    }
    return table;
  }

  /**
   * The table of an exchange, left in the parts in which it came: a rank looks at few of a thousand
   * entries, and gets a copy of each. For one thread while it is filled.
   */
  private static final class Table extends AbstractList<byte[]> implements RandomAccess {

    private final List<byte[]> parts = new ArrayList<>();

    /** By rank: its part, counted from 1, and where in it. */
    private final int[] part;

    private final int[] offset;
    private final int[] length;
    private final int first;

    Table(int first, int size) {
      this.first = first;
      part = new int[size];
      offset = new int[size];
      length = new int[size];
    }

    /** Takes a part; an entry of a rank that has one, or that there is not, is an error. */
    void take(byte[] contribution) throws IOException {
      parts.add(contribution);
      Contribution.read(contribution, this::put);
    }

    private boolean put(int process, int start, int bytes) {
      int rank = process - first;
      if (rank < 0 || rank >= part.length || part[rank] != 0) {
        return false;
      }
      part[rank] = parts.size();
      offset[rank] = start;
      length[rank] = bytes;
      return true;
    }

    @Override
    public byte[] get(int rank) {
      byte[] from = parts.get(part[rank] - 1);
      return Arrays.copyOfRange(from, offset[rank], offset[rank] + length[rank]);
    }

    @Override
    public int size() {
      return part.length;
    }
  }
}
