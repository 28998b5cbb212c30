package io.starling.collectives.exchange;

import java.util.Arrays;

/**
 * The division of memory among ranks: block {@code i} is {@code length(i)} bytes at {@code
 * offset(i)}.
 */
public final class Blocks {

  private static final int MOST_SHOWN = 8;

  private final long[] offsets;
  private final long[] lengths;
  private final boolean equal;
  private final int hash;

  private Blocks(long[] offsets, long[] lengths, boolean equal) {
    this.offsets = offsets;
    this.lengths = lengths;
    this.equal = equal;
    this.hash = 31 * Arrays.hashCode(offsets) + Arrays.hashCode(lengths);
  }

  /** Blocks of equal length without gaps. */
  public static Blocks equal(int count, long length) {
    long[] offsets = new long[count];
    long[] lengths = new long[count];
    for (int i = 0; i < count; i++) {
      offsets[i] = i * length;
      lengths[i] = length;
    }
    return new Blocks(offsets, lengths, true);
  }

  /** Blocks of equal length without gaps, rotated so that block {@code first} comes first. */
  public static Blocks equalFrom(int first, int count, long length) {
    long[] offsets = new long[count];
    long[] lengths = new long[count];
    for (int i = 0; i < count; i++) {
      offsets[i] = (i + count - first) % count * length;
      lengths[i] = length;
    }
    return new Blocks(offsets, lengths, true);
  }

  /** Blocks of any lengths at any offsets. */
  public static Blocks of(long[] offsets, long[] lengths) {
    return new Blocks(offsets.clone(), lengths.clone(), false);
  }

  /** {@code bytes} cut into parts of nearly the same length, without cutting an element. */
  public static Blocks split(long bytes, long elementBytes, int parts) {
    long elements = bytes / elementBytes;
    long[] offsets = new long[parts];
    long[] lengths = new long[parts];
    long at = 0;
    for (int i = 0; i < parts; i++) {
      offsets[i] = at;
      lengths[i] = (elements / parts + (i < elements % parts ? 1 : 0)) * elementBytes;
      at += lengths[i];
    }
    return new Blocks(offsets, lengths, elements % parts == 0);
  }

  public long offset(int index) {
    return offsets[index];
  }

  public long length(int index) {
    return lengths[index];
  }

  public int count() {
    return lengths.length;
  }

  /** Whether all have the same length and follow one another, possibly rotated. */
  public boolean areEqual() {
    return equal;
  }

  /** The sum of the lengths. */
  public long total() {
    return Arrays.stream(lengths).sum();
  }

  /** The end of the block that ends last. */
  public long end() {
    long end = 0;
    for (int i = 0; i < lengths.length; i++) {
      end = Math.max(end, offsets[i] + lengths[i]);
    }
    return end;
  }

  /** The lengths, short enough for a message to other ranks. */
  public String lengthsToString() {
    int shown = Math.min(lengths.length, MOST_SHOWN);
    String first = Arrays.toString(Arrays.copyOf(lengths, shown));
    return "%d bytes in %d blocks #%08x %s"
        .formatted(total(), lengths.length, Arrays.hashCode(lengths), first);
  }

  @Override
  public boolean equals(Object other) {
    return this == other
        || (other instanceof Blocks blocks
            && hash == blocks.hash
            && equal == blocks.equal
            && Arrays.equals(offsets, blocks.offsets)
            && Arrays.equals(lengths, blocks.lengths));
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return "blocks of " + Arrays.toString(lengths) + " bytes at " + Arrays.toString(offsets);
  }
}
