package io.starling.gpu.ptx;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;

/**
 * The memory of one launch: ranges that may be read, written or both, and nothing beside them. It
 * remembers which thread touched each byte, and refuses what depends on the order of threads: bytes
 * written twice, read after they were written, or written by another thread than the one that has
 * read them. It refuses misaligned accesses, too.
 */
public final class PtxMemory {

  private static final int SEVERAL = -1;

  private final List<Range> ranges = new ArrayList<>();
  private final int[] loads = new int[Long.BYTES * 2 + 1];
  private final int[] stores = new int[Long.BYTES * 2 + 1];

  /** Lets threads read a segment. */
  public void allowReads(MemorySegment segment) {
    range(segment).reads = true;
  }

  /** Lets threads write a segment, which may be one that they may read. */
  public void allowWrites(MemorySegment segment) {
    range(segment).writes = true;
  }

  /** How many loads there were of so many bytes at a time. */
  public int loads(int bytes) {
    return loads[bytes];
  }

  /** How many bytes were loaded, each as often as it was. */
  public long bytesLoaded() {
    long bytes = 0;
    for (int size = 0; size < loads.length; size++) {
      bytes += (long) size * loads[size];
    }
    return bytes;
  }

  /** How many stores there were of so many bytes at a time. */
  public int stores(int bytes) {
    return stores[bytes];
  }

  /**
   * Checks that of a segment those bytes were written that should be, and no others.
   *
   * @param due whether the byte at an offset should be written
   */
  public void checkWritten(MemorySegment segment, LongPredicate due) {
    int[] writers = range(segment).writers;
    for (int offset = 0; offset < writers.length; offset++) {
      if ((writers[offset] != 0) != due.test(offset)) {
        throw new PtxFault(
            writers[offset] == 0
                ? "byte %d of the result was not written".formatted(offset)
                : "byte %d of the result was written, which is padding".formatted(offset));
      }
    }
  }

  private Range range(MemorySegment segment) {
    for (Range range : ranges) {
      if (range.segment.address() == segment.address()) {
        return range;
      }
    }
    Range range = new Range(segment);
    ranges.add(range);
    return range;
  }

  /**
   * Notes an access.
   *
   * @param thread that does it, from 1
   * @return the range that has all of its bytes
   * @throws PtxFault if it is not allowed
   */
  Range access(long address, int bytes, int thread, boolean writes) {
    String what = writes ? "a store" : "a load";
    if (address % bytes != 0) {
      throw fault(what, address, bytes, thread, "is misaligned");
    }
    for (Range range : ranges) {
      if (range.contains(address, bytes)) {
        if (writes ? !range.writes : !range.reads) {
          throw fault(what, address, bytes, thread, "is of an operand that is for the other");
        }
        range.touch(address, bytes, thread, writes);
        (writes ? stores : loads)[bytes]++;
        return range;
      }
    }
    throw fault(what, address, bytes, thread, "is outside of the operands");
  }

  private PtxFault fault(String what, long address, int bytes, int thread, String problem) {
    StringBuilder operands = new StringBuilder();
    for (Range range : ranges) {
      operands.append(", %d at 0x%x".formatted(range.segment.byteSize(), range.segment.address()));
    }
    return new PtxFault(
        "%s of %d bytes at 0x%x by thread %d %s; operands' bytes%s"
            .formatted(what, bytes, address, thread - 1, problem, operands));
  }

  /** Bytes that threads may touch. */
  static final class Range {
    /** Without the checks of threads and lifetime, which cost more than an access. */
    private final MemorySegment segment;

    private final long start;
    private boolean reads;
    private boolean writes;

    /** For each byte the thread that has written it, from 1; 0 is none. */
    private final int[] writers;

    private final int[] readers;

    private Range(MemorySegment segment) {
      start = segment.address();
      this.segment = MemorySegment.ofAddress(start).reinterpret(segment.byteSize());
      writers = new int[Math.toIntExact(segment.byteSize())];
      readers = new int[writers.length];
    }

    private boolean contains(long address, int bytes) {
      long offset = address - start;
      return offset >= 0 && offset <= writers.length - bytes;
    }

    private void touch(long address, int bytes, int thread, boolean writing) {
      int first = (int) (address - start);
      for (int at = first; at < first + bytes; at++) {
        int writer = writers[at];
        int reader = readers[at];
        if (writer != 0) {
          throw new PtxFault(
              "byte %d of an operand is %s by thread %d, after thread %d has written it"
                  .formatted(at, writing ? "written" : "read", thread - 1, writer - 1));
        }
        if (!writing) {
          readers[at] = reader == 0 || reader == thread ? thread : SEVERAL;
        } else if (reader != 0 && reader != thread) {
          throw new PtxFault(
              "byte %d of an operand is written by thread %d, and another reads it"
                  .formatted(at, thread - 1));
        } else {
          writers[at] = thread;
        }
      }
    }

    long get(long address, int bytes) {
      long offset = address - start;
      return switch (bytes) {
        case 1 -> segment.get(JAVA_BYTE, offset);
        case 2 -> segment.get(JAVA_SHORT_UNALIGNED, offset);
        case 4 -> segment.get(JAVA_INT_UNALIGNED, offset);
        default -> segment.get(JAVA_LONG_UNALIGNED, offset);
      };
    }

    void set(long address, int bytes, long value) {
      long offset = address - start;
      switch (bytes) {
        case 1 -> segment.set(JAVA_BYTE, offset, (byte) value);
        case 2 -> segment.set(JAVA_SHORT_UNALIGNED, offset, (short) value);
        case 4 -> segment.set(JAVA_INT_UNALIGNED, offset, (int) value);
        default -> segment.set(JAVA_LONG_UNALIGNED, offset, value);
      }
    }
  }
}
