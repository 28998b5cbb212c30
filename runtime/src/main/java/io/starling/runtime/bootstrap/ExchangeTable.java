package io.starling.runtime.bootstrap;

import java.io.IOException;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.RandomAccess;

/**
 * The table of an exchange, left in the parts in which it came: a rank looks at few of a thousand
 * entries, and gets a copy of each. For one thread while it is filled.
 */
final class ExchangeTable extends AbstractList<byte[]> implements RandomAccess {

  private final List<byte[]> parts = new ArrayList<>();

  /** By rank: its part, counted from 1, and where in it. */
  private final int[] part;

  private final int[] offset;
  private final int[] length;

  ExchangeTable(int size) {
    part = new int[size];
    offset = new int[size];
    length = new int[size];
  }

  /** Takes a part; an entry of a rank that has one, or that there is not, is an error. */
  void take(byte[] contribution) throws IOException {
    parts.add(contribution);
    Contribution.read(contribution, this::put);
  }

  private boolean put(int rank, int start, int bytes) {
    if (rank >= part.length || part[rank] != 0) {
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
