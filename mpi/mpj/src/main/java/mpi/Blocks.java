package mpi;

import io.starling.collectives.Counts;
import io.starling.mpi.Arguments;
import io.starling.runtime.Buffer;
import java.lang.reflect.Array;

/**
 * The blocks of an array, one for each rank. Arrays of counts and displacements may be longer than
 * the group.
 *
 * <pre>
 * row    in place: the buffer goes from the lowest block to the highest one
 * gappy  one after the other in an array of their own
 * </pre>
 */
final class Blocks {

  private final int[] counts;
  private final int[] displacements;
  private final Layout layout;
  private final long[] lengths;
  private final long[] places;
  private int shift;
  private long total;
  private long end;

  Blocks(int[] counts, int[] displacements, int size, Layout layout) {
    this.counts = counts;
    this.displacements = displacements;
    this.layout = layout;
    lengths = new long[size];
    places = new long[size];
    for (int i = 0; i < size; i++) {
      Arguments.count(counts[i]);
      lengths[i] = (long) counts[i] * layout.size();
      if (counts[i] > 0) {
        shift = Math.min(shift, displacements[i]);
      }
    }
    for (int i = 0; i < size; i++) {
      if (layout.isRow() && counts[i] > 0) {
        places[i] = ((long) displacements[i] - shift) * layout.extent();
      } else if (!layout.isRow()) {
        places[i] = total;
      }
      total += lengths[i];
      end = Math.max(end, places[i] + lengths[i]);
    }
  }

  Counts counts() {
    return Counts.of(lengths, places);
  }

  private int offset(int offset) {
    return offset + shift * layout.extent();
  }

  /** All blocks to send. */
  Buffer outgoing(Object array, int offset, Object written) {
    if (layout.isRow()) {
      return array == written
          ? Region.snapshot(array, offset(offset), elements(), layout)
          : Region.outgoing(array, offset(offset), elements(), layout);
    }
    Object all = Region.array(Math.toIntExact(total), layout);
    for (int i = 0; i < lengths.length; i++) {
      int place = offset + displacements[i] * layout.extent();
      Object packed = Region.packed(array, place, counts[i], layout);
      System.arraycopy(packed, 0, all, (int) places[i], Array.getLength(packed));
    }
    return Region.ofAll(all, layout);
  }

  private int elements() {
    return layout.size() == 0 ? 0 : Math.toIntExact(end / layout.size());
  }

  /** Where blocks are received. */
  Landing incoming(Object array, int offset) {
    if (layout.isRow()) {
      int from = total == 0 ? 0 : offset(offset);
      return Landing.inPlace(Region.outgoing(array, from, elements(), layout));
    }
    Object all = Region.array(Math.toIntExact(total), layout);
    return new Landing(Region.ofAll(all, layout)) {
      @Override
      void land() {
        for (int i = 0; i < lengths.length; i++) {
          int place = offset + displacements[i] * layout.extent();
          Region.unpack(all, (int) places[i], (int) lengths[i], array, place, counts[i], layout);
        }
      }
    };
  }
}
