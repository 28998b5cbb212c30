package io.starling.collectives.call;

import io.starling.collectives.Communicator;
import io.starling.collectives.Counts;
import io.starling.collectives.PointToPointCommunicator;
import io.starling.collectives.RemoteAccess;
import io.starling.collectives.TypedBlocks;
import io.starling.collectives.exchange.Blocks;
import io.starling.collectives.operation.Plural;
import io.starling.collectives.pointtopoint.PartitionedOperation;
import io.starling.runtime.Buffer;
import io.starling.runtime.ReadOnlyMemoryException;
import io.starling.runtime.datatype.MappedDatatype;
import io.starling.runtime.memory.MemoryBuffer;
import io.starling.runtime.progress.Threads;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Comparator;

/**
 * Checks what users pass, before anything is started. Messages name the rank and the argument.
 *
 * @param size how many blocks a buffer has that is divided
 * @param owner whose blocks they are: those of every rank, or of every neighbour
 * @param threads says whether other threads than the caller may touch its memory
 */
public record Arguments(int rank, int size, String owner, Threads threads) {
  /** Memory that this thread may not touch is confined. It never runs. */
  private static final Thread STRANGER = Thread.ofVirtual().unstarted(() -> {});

  void root(int root) {
    if (root < 0 || root >= size) {
      throw refuse("root %d is not a rank; ranks are 0 to %d".formatted(root, size - 1));
    }
  }

  public void peer(String role, int peer) {
    if (peer < 0 || peer >= size) {
      throw refuse("%s %d is not a rank; ranks are 0 to %d".formatted(role, peer, size - 1));
    }
  }

  public void tag(int tag) {
    if (tag < 0 || tag > Communicator.MAX_TAG) {
      throw refuse("tag %d is out of range; tags are 0 to %d".formatted(tag, Communicator.MAX_TAG));
    }
  }

  /** A part of a partitioned message. */
  void part(int part, int parts) {
    if (part < 0 || part >= parts) {
      throw refuse("part %d is not a part; parts are 0 to %d".formatted(part, parts - 1));
    }
  }

  /** The division of a buffer into parts of equal length. */
  PartitionedOperation.Division division(String role, Buffer buffer, int parts) {
    if (parts < 1 || buffer.count() % parts != 0) {
      throw refuse(
          "%s has %d elements, which are no %d equal parts".formatted(role, buffer.count(), parts));
    }
    return new PartitionedOperation.Division(buffer.byteSize(), parts);
  }

  void destination(int destination) {
    if (destination != Communicator.PROC_NULL) {
      peer("destination", destination);
    }
  }

  void source(int source) {
    if (source != Communicator.ANY_SOURCE && source != Communicator.PROC_NULL) {
      peer("source", source);
    }
  }

  void receiveTag(int tag) {
    if (tag != Communicator.ANY_TAG) {
      tag(tag);
    }
  }

  /** What must not be null. */
  public void present(String role, Object argument) {
    if (argument == null) {
      throw refuse("%s got null instead of %s".formatted(userCall(), role));
    }
  }

  /** A buffer that is read. */
  public void readable(String role, Buffer buffer) {
    present(role, buffer);
    if (buffer == Buffer.IN_PLACE) {
      throw refuse("%s may not be IN_PLACE here".formatted(role));
    }
    alive(role, buffer);
    MemorySegment segment = MemoryBuffer.of(buffer).segment();
    if (!segment.isAccessibleBy(Thread.currentThread())) {
      throw refuse(
          "%s is confined to another thread than '%s'"
              .formatted(role, Thread.currentThread().getName()));
    }
    if (threads.isShared() && !segment.isAccessibleBy(STRANGER)) {
      throw refuse(
          "%s is confined to thread '%s', but other threads may make progress on it (ThreadLevel.MULTIPLE, --progress thread, or a window with ranks of other hosts); allocate it from Arena.ofShared() or ofAuto()"
              .formatted(role, Thread.currentThread().getName()));
    }
  }

  /** What can change between two starts: whether a buffer's memory is still there. */
  void alive(String role, Buffer buffer) {
    if (!MemoryBuffer.of(buffer).segment().scope().isAlive()) {
      throw refuse("the arena of %s is closed".formatted(role));
    }
  }

  /** A buffer that is written. */
  public void writable(String role, Buffer buffer) {
    readable(role, buffer);
    if (MemoryBuffer.of(buffer).segment().isReadOnly()) {
      throw readOnly(role);
    }
    if (MemoryBuffer.of(buffer).overlapsItself()) {
      throw refuse(
          "%s (%s) is written, and has bytes that belong to two of its elements"
              .formatted(role, buffer));
    }
  }

  /** The bytes of a buffer that is read. */
  long readableBytes(String role, Buffer buffer) {
    readable(role, buffer);
    return buffer.byteSize();
  }

  /** The bytes of a buffer that is written. */
  long writableBytes(String role, Buffer buffer) {
    writable(role, buffer);
    return buffer.byteSize();
  }

  /** A rank's share of a buffer that has one block for each. */
  long share(String role, Buffer buffer) {
    readable(role, buffer);
    if (buffer.count() % size != 0) {
      throw refuse(
          "%s has %d elements, which are no equal blocks for %d %ss"
              .formatted(role, buffer.count(), size, owner));
    }
    return buffer.byteSize() / size;
  }

  /** A buffer that has one block of so many bytes for each rank. */
  void blocks(String role, Buffer buffer, long block) {
    if (buffer.byteSize() != size * block) {
      throw refuse(
          "%s must have %d bytes for each of %d %ss, %d in all, not %d"
              .formatted(role, block, size, owner, size * block, buffer.byteSize()));
    }
  }

  /** A buffer in which each block has its own datatype. */
  Buffer laidOut(String role, Buffer buffer, TypedBlocks blocks) {
    readable(role, buffer);
    present("blocks of " + role, blocks);
    checkNumber(role, blocks.size(), "block");
    try {
      return MemoryBuffer.of(buffer).laidOut(blocks.type());
    } catch (IllegalArgumentException e) {
      throw refuse(role + ": " + e.getMessage());
    }
  }

  /** The blocks of such a buffer, which follow one another when they are packed. */
  Blocks packed(TypedBlocks blocks) {
    long[] offsets = new long[size];
    long[] lengths = new long[size];
    long at = 0;
    for (int i = 0; i < size; i++) {
      offsets[i] = at;
      lengths[i] = blocks.block(i).count() * blocks.block(i).type().size();
      at += lengths[i];
    }
    return Blocks.of(offsets, lengths);
  }

  private void checkNumber(String role, int number, String what) {
    if (number != size) {
      throw refuse(
          "%s has %s for %s".formatted(role, Plural.of(number, what), Plural.of(size, owner)));
    }
  }

  /** The blocks of a buffer that is read. */
  Blocks blocks(String role, Buffer buffer, Counts counts) {
    present("counts of " + role, counts);
    checkNumber(role, counts.size(), "count");
    long elementBytes = buffer.type().size();
    long[] offsets = new long[size];
    long[] lengths = new long[size];
    for (int i = 0; i < size; i++) {
      long count = counts.count(i);
      long displacement = counts.displacement(i);
      if (count < 0 || displacement < 0 || displacement > buffer.count() - count) {
        throw refuse(
            "%s: %s %d's block of %d elements at displacement %d is not inside the buffer of %d elements"
                .formatted(role, owner, i, count, displacement, buffer.count()));
      }
      offsets[i] = displacement * elementBytes;
      lengths[i] = count * elementBytes;
    }
    return Blocks.of(offsets, lengths);
  }

  /** The blocks of a buffer that is written: no element may be in two of them. */
  Blocks receivedBlocks(String role, Buffer buffer, Counts counts) {
    Blocks blocks = blocks(role, buffer, counts);
    Integer[] order = new Integer[size];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, Comparator.comparingLong(blocks::offset));
    int last = -1;
    for (int i : order) {
      if (blocks.length(i) == 0) {
        continue;
      }
      if (last >= 0 && blocks.offset(last) + blocks.length(last) > blocks.offset(i)) {
        throw refuse(
            "%s: the blocks of %ss %d and %d overlap"
                .formatted(role, owner, Math.min(last, i), Math.max(last, i)));
      }
      last = i;
    }
    return blocks;
  }

  /** Counts of blocks that follow one another. */
  void adjacent(Counts counts) {
    present("counts", counts);
    long at = 0;
    for (int i = 0; i < counts.size(); i++) {
      if (counts.displacement(i) != at) {
        throw refuse("the blocks of a reduceScatter follow one another, use Counts.of(counts)");
      }
      at += counts.count(i);
    }
  }

  /** A buffer of the same elements as the data. */
  public void sameElements(String role, Buffer buffer, Buffer data) {
    if (buffer.count() != data.count() || !areOfOneType(buffer, data)) {
      throw refuse(
          "%s (%s) and data (%s) must have the same count and datatype"
              .formatted(role, buffer, data));
    }
  }

  void sameType(Buffer data, Buffer result) {
    if (!areOfOneType(data, result)) {
      throw refuse("data (%s) and result (%s) must have the same datatype".formatted(data, result));
    }
  }

  private static boolean areOfOneType(Buffer data, Buffer result) {
    return data.type() == result.type()
        || MappedDatatype.of(data.type())
            .signature()
            .equals(MappedDatatype.of(result.type()).signature());
  }

  /** A buffer of so many bytes. */
  void length(String role, Buffer buffer, long bytes) {
    readable(role, buffer);
    if (buffer.byteSize() != bytes) {
      throw refuse(
          "%s has %d bytes, but this rank's block has %d"
              .formatted(role, buffer.byteSize(), bytes));
    }
  }

  /** Two buffers that must have no memory in common. */
  void apart(Buffer data, Buffer result) {
    if (overlap(data, result)) {
      throw refuse("data and result overlap; they must be apart, or one of them IN_PLACE");
    }
  }

  boolean overlap(Buffer data, Buffer result) {
    return MemoryBuffer.of(data).memory().overlaps(MemoryBuffer.of(result).memory());
  }

  void same(Buffer data, Buffer result) {
    if (data.count() != result.count() || !areOfOneType(data, result)) {
      throw refuse(
          "data (%s) and result (%s) must have the same count and datatype"
              .formatted(data, result));
    }
  }

  /** Whether data and result are the same memory; if not, they must have none in common. */
  boolean inPlace(Buffer data, Buffer result) {
    if (!overlap(data, result)) {
      return false;
    }
    if (!MemoryBuffer.of(data).memory().sameAs(MemoryBuffer.of(result).memory())) {
      throw refuse("data and result overlap; they may be the same memory, or IN_PLACE");
    }
    return true;
  }

  /** What is sent and what is received into at the same time. */
  void disjoint(Buffer data, Buffer into) {
    if (MemoryBuffer.of(data).memory().overlaps(MemoryBuffer.of(into).memory())) {
      throw refuse("data and buffer overlap; sendReceiveReplace takes one buffer for both");
    }
  }

  /** The refusal of memory that would be written. */
  public IllegalArgumentException readOnly(String role) {
    return new ReadOnlyMemoryException("rank " + rank + ": " + role + " is read-only");
  }

  public IllegalArgumentException refuse(String reason) {
    return new IllegalArgumentException("rank " + rank + ": " + reason);
  }

  /** Its name, from the stack: only a refusal asks for it. */
  private static String userCall() {
    return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
        .walk(
            frames ->
                frames
                    .filter(
                        frame ->
                            PointToPointCommunicator.class.isAssignableFrom(
                                    frame.getDeclaringClass())
                                || RemoteAccess.class.isAssignableFrom(frame.getDeclaringClass())
                                || frame.getDeclaringClass() == MatchedMessage.class)
                    .findFirst())
        .map(StackWalker.StackFrame::getMethodName)
        .orElse("call");
  }
}
