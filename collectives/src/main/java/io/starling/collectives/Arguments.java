package io.starling.collectives;

import io.starling.runtime.datatype.Datatype;
import io.starling.runtime.memory.Buffer;
import io.starling.runtime.reduction.ReductionOperator;
import java.lang.foreign.MemorySegment;

/** Checks what users pass, before anything is started. Messages name the rank and the argument. */
final class Arguments {

  private final int rank;
  private final int size;

  Arguments(int rank, int size) {
    this.rank = rank;
    this.size = size;
  }

  void root(int root) {
    if (root < 0 || root >= size) {
      throw refuse("root %d is no rank; ranks are 0 to %d".formatted(root, size - 1));
    }
  }

  private void peer(String role, int peer) {
    if (peer < 0 || peer >= size) {
      throw refuse("%s %d is no rank; ranks are 0 to %d".formatted(role, peer, size - 1));
    }
  }

  void tag(int tag) {
    if (tag < 0 || tag > Communicator.MAX_TAG) {
      throw refuse("tag %d is out of range; tags are 0 to %d".formatted(tag, Communicator.MAX_TAG));
    }
  }

  void destination(int destination) {
    if (destination != Communicator.NO_RANK) {
      peer("destination", destination);
    }
  }

  void source(int source) {
    if (source != Communicator.ANY_SOURCE && source != Communicator.NO_RANK) {
      peer("source", source);
    }
  }

  void receiveTag(int tag) {
    if (tag != Communicator.ANY_TAG) {
      tag(tag);
    }
  }

  /** A buffer that is read. */
  void readable(String role, Buffer buffer) {
    if (buffer == Buffer.IN_PLACE) {
      throw refuse("%s may not be IN_PLACE here".formatted(role));
    }
    alive(role, buffer);
    MemorySegment segment = buffer.segment();
    if (!segment.isAccessibleBy(Thread.currentThread())) {
      throw refuse(
          "%s is confined to another thread than '%s'"
              .formatted(role, Thread.currentThread().getName()));
    }
  }

  /** What can change between two starts: whether a buffer's memory is still there. */
  void alive(String role, Buffer buffer) {
    if (!buffer.segment().scope().isAlive()) {
      throw refuse("the arena of %s is closed".formatted(role));
    }
  }

  /** A buffer that is written. */
  void writable(String role, Buffer buffer) {
    readable(role, buffer);
    if (buffer.segment().isReadOnly()) {
      throw refuse("%s is read-only".formatted(role));
    }
  }

  void same(Buffer data, Buffer result) {
    if (data.count() != result.count() || data.type() != result.type()) {
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
    if (data.segment().address() != result.segment().address()) {
      throw refuse("data and result overlap; they may be the same memory, or IN_PLACE");
    }
    return true;
  }

  /** What is sent and what is received into at the same time. */
  void disjoint(Buffer data, Buffer into) {
    if (overlap(data, into)) {
      throw refuse("data and buffer overlap; sendReceiveReplace takes one buffer for both");
    }
  }

  private static boolean overlap(Buffer first, Buffer second) {
    long start = first.segment().address();
    long other = second.segment().address();
    return start < other + second.byteSize()
        && other < start + first.byteSize()
        && heapBase(first) == heapBase(second);
  }

  private static Object heapBase(Buffer buffer) {
    return buffer.segment().heapBase().orElse(null);
  }

  void supports(ReductionOperator operator, Datatype type) {
    if (!operator.supports(type)) {
      throw refuse("operator %s is not defined on %s".formatted(operator.name(), type));
    }
  }

  private IllegalArgumentException refuse(String reason) {
    return new IllegalArgumentException("rank " + rank + ": " + reason);
  }
}
