package io.starling.objects.copy;

import java.lang.foreign.MemorySegment;

/**
 * The memory of a store: never more than its budget.
 *
 * <pre>
 *   | used | used |  warm  | used |        cold        ...
 *                   freed, still has pages: taken first, as new pages cost more than bytes
 * </pre>
 *
 * <p>Invariant: used + warm bytes are at most the budget. Offsets are plenty, so no fragmentation
 * keeps a request out that the budget allows.
 */
public final class Space {

  /** Ranges begin at multiples of this, which is a page. */
  public static final long PAGE = 4096;

  private static final long OFFSETS_PER_BYTE = 1024;

  private final long budget;
  private final Region region;
  private final Ranges warm = new Ranges();
  private final Ranges cold = new Ranges();
  private long used;
  private boolean refused;

  /**
   * @param budget the bytes of all copies at most
   */
  public Space(long budget, Region region) {
    this.budget = budget / PAGE * PAGE;
    this.region = region;
    cold.add(0, offsets(budget));
  }

  /** The length of the region that a budget needs. */
  public static long offsets(long budget) {
    return Math.min(budget * OFFSETS_PER_BYTE, 1L << 44) / PAGE * PAGE;
  }

  /** The most bytes that copies may take. */
  public long budget() {
    return budget;
  }

  /** The bytes that are taken. */
  public long used() {
    return used;
  }

  /** The bytes that a copy of this size takes. */
  public static long rounded(long size) {
    return (size + PAGE - 1) / PAGE * PAGE;
  }

  /** Whether the machine had no memory when the last bytes were asked for. */
  public boolean isRefused() {
    return refused;
  }

  /** The offset of new memory; -1 where the budget does not allow it, or the machine has none. */
  public long take(long size) {
    long length = rounded(size);
    if (used + length > budget) {
      return -1;
    }
    long offset = warm.take(length);
    if (offset < 0) {
      offset = takeCold(length);
    }
    if (offset >= 0) {
      used += length;
    }
    return offset;
  }

  private long takeCold(long length) {
    while (used + length + warm.bytes() > budget) {
      Ranges.Range range = warm.takeSome(used + length + warm.bytes() - budget);
      region.punch(range.offset(), range.length());
      cold.add(range.offset(), range.length());
    }
    long offset = cold.take(length);
    refused = !region.prepare(offset, length);
    if (refused) {
      cold.add(offset, length);
      return -1;
    }
    return offset;
  }

  /** The memory of a range that was taken. */
  MemorySegment memory(long offset, long size) {
    return region.at(offset, size);
  }

  /** Gives back what {@link #take} gave. */
  public void free(long offset, long size) {
    used -= rounded(size);
    warm.add(offset, rounded(size));
  }
}
