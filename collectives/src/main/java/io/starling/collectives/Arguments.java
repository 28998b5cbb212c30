package io.starling.collectives;

import io.starling.runtime.datatype.Datatype;
import io.starling.runtime.datatype.DerivedDatatype;
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

  void peer(String role, int peer) {
    if (peer < 0 || peer >= size) {
      throw refuse("%s %d is no rank; ranks are 0 to %d".formatted(role, peer, size - 1));
    }
  }

  void tag(int tag) {
    if (tag < 0 || tag > Communicator.MAX_TAG) {
      throw refuse("tag %d is out of range; tags are 0 to %d".formatted(tag, Communicator.MAX_TAG));
    }
  }

  void source(int source) {
    if (source != Communicator.ANY_SOURCE) {
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
    if (buffer.overlapsItself()) {
      throw refuse(
          "%s (%s) is written, and has bytes that belong to two of its elements"
              .formatted(role, buffer));
    }
  }

  void same(Buffer data, Buffer result) {
    if (data.count() != result.count()
        || !data.type().signature().equals(result.type().signature())) {
      throw refuse(
          "data (%s) and result (%s) must have the same count and datatype"
              .formatted(data, result));
    }
  }

  /** Whether data and result are the same memory; if not, they must have none in common. */
  boolean inPlace(Buffer data, Buffer result) {
    if (!data.memory().overlaps(result.memory())) {
      return false;
    }
    if (!data.memory().sameAs(result.memory())) {
      throw refuse("data and result overlap; they may be the same memory, or IN_PLACE");
    }
    return true;
  }

  void supports(ReductionOperator operator, Datatype type) {
    if (!operator.supports(type)) {
      throw refuse(
          "operator %s is not defined on %s%s"
              .formatted(
                  operator.name(),
                  type,
                  type instanceof DerivedDatatype
                      ? "; on derived types, only operators of ReductionOperators.custom are"
                      : ""));
    }
  }

  private IllegalArgumentException refuse(String reason) {
    return new IllegalArgumentException("rank " + rank + ": " + reason);
  }
}
