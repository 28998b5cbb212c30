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
public final class OperandMemory implements PtxMemory {

  private static final int SEVERAL = -1;

  private final List<Operand> operands = new ArrayList<>();
  private final int[] loads = new int[Long.BYTES * 2 + 1];
  private final int[] stores = new int[Long.BYTES * 2 + 1];

  /** Lets threads read a segment. */
  public void allowReads(MemorySegment segment) {
    operand(segment).reads = true;
  }

  /** Lets threads write a segment, which may be one that they may read. */
  public void allowWrites(MemorySegment segment) {
    operand(segment).writes = true;
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
    int[] writers = operand(segment).writers;
    for (int offset = 0; offset < writers.length; offset++) {
      if ((writers[offset] != 0) != due.test(offset)) {
        throw new PtxFault(
            writers[offset] == 0
                ? "byte %d of the result was not written".formatted(offset)
                : "byte %d of the result was written, which is padding".formatted(offset));
      }
    }
  }

  private Operand operand(MemorySegment segment) {
    for (Operand operand : operands) {
      if (operand.segment.address() == segment.address()) {
        return operand;
      }
    }
    Operand operand = new Operand(segment);
    operands.add(operand);
    return operand;
  }

  @Override
  public Range access(long address, int bytes, int thread, boolean writes) {
    String what = writes ? "a store" : "a load";
    if (address % bytes != 0) {
      throw fault(what, address, bytes, thread, "is misaligned");
    }
    for (Operand operand : operands) {
      if (operand.contains(address, bytes)) {
        if (writes ? !operand.writes : !operand.reads) {
          throw fault(what, address, bytes, thread, "is none of those that its operand is for");
        }
        operand.touch(address, bytes, thread, writes);
        (writes ? stores : loads)[bytes]++;
        return operand;
      }
    }
    throw fault(what, address, bytes, thread, "is outside of the operands");
  }

  private PtxFault fault(String what, long address, int bytes, int thread, String problem) {
    StringBuilder ranges = new StringBuilder();
    for (Operand operand : operands) {
      ranges.append(
          ", %d at 0x%x".formatted(operand.segment.byteSize(), operand.segment.address()));
    }
    return new PtxFault(
        "%s of %d bytes at 0x%x by thread %d %s; operands' bytes%s"
            .formatted(what, bytes, address, thread - 1, problem, ranges));
  }

  /** Bytes that threads may touch. */
  private static final class Operand implements Range {
    /** Without the checks of threads and lifetime, which cost more than an access. */
    private final MemorySegment segment;

    private final long start;
    private boolean reads;
    private boolean writes;

    /** For each byte the thread that has written it, from 1; 0 is none. */
    private final int[] writers;

    private final int[] readers;

    private Operand(MemorySegment segment) {
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

    @Override
    public long get(long address, int bytes) {
      long offset = address - start;
      return switch (bytes) {
        case 1 -> segment.get(JAVA_BYTE, offset);
        case 2 -> segment.get(JAVA_SHORT_UNALIGNED, offset);
        case 4 -> segment.get(JAVA_INT_UNALIGNED, offset);
        default -> segment.get(JAVA_LONG_UNALIGNED, offset);
      };
    }

    @Override
    public void set(long address, int bytes, long value) {
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
