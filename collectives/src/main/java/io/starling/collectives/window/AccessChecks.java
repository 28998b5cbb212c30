package io.starling.collectives.window;

import io.starling.collectives.call.Arguments;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.datatype.BasicDatatype;
import io.starling.runtime.datatype.MappedDatatype;
import io.starling.runtime.datatype.TypeMap;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.memory.MemoryBuffer;
import io.starling.runtime.reduction.Fold;
import java.util.Objects;

/** Checks the arguments of accesses, before anything is changed. */
final class AccessChecks {

  private final Arguments arguments;
  private final Folding folding;

  AccessChecks(Arguments arguments, Folding folding) {
    this.arguments = arguments;
    this.folding = folding;
  }

  /** Host memory of the program. */
  Memory memory(String call, String role, Buffer buffer, boolean isWritten) {
    if (isWritten) {
      arguments.writable(role, buffer);
    } else {
      arguments.readable(role, buffer);
    }
    Memory memory = MemoryBuffer.of(buffer).memory();
    if (memory.isOnDevice()) {
      throw arguments.refuse(
          "%s: %s is in memory of %s, which windows do not access; copy it to the host"
              .formatted(call, role, memory.device().name()));
    }
    return memory;
  }

  /** The places of elements at the target. */
  TypeMap map(String call, Datatype type, long count) {
    arguments.present("type", type);
    if (count < 0) {
      throw arguments.refuse("%s: the count %d is negative".formatted(call, count));
    }
    MappedDatatype mapped = MappedDatatype.of(type);
    try {
      return TypeMap.repeated(count, mapped.extent(), mapped.map());
    } catch (ArithmeticException e) {
      throw arguments.refuse(
          "%s: %d elements of %s need more than 2^63 - 1 bytes".formatted(call, count, type));
    }
  }

  /** The target's memory that has the elements; the owner has not freed it, as far as one knows. */
  Part find(String call, Target target, long displacement, TypeMap map) {
    Part part = target.find(displacement, map.start(), map.end());
    if (part == null) {
      Part whole = target.part();
      throw arguments.refuse(
          "%s: the bytes %d to %d from displacement %d on are not inside %s"
              .formatted(
                  call,
                  map.start(),
                  map.end() - 1,
                  displacement,
                  whole == null
                      ? "memory that rank %d has attached".formatted(target.process())
                      : "the memory of rank %d, which has %d bytes in units of %d"
                          .formatted(target.process(), whole.bytes(), whole.unit())));
    }
    if (part.isFreed()) {
      throw new IllegalStateException(
          "rank %d, %s: the memory of rank %d is freed, as its arena is closed; keep the arena open until the memory is detached or the window is closed"
              .formatted(arguments.rank(), call, target.process()));
    }
    return part;
  }

  /** What is copied or folded has as many bytes on both sides. */
  void checkBytes(String call, String role, long here, long there) {
    if (here != there) {
      throw arguments.refuse(
          "%s: %s has %d bytes, and the elements at the target have %d"
              .formatted(call, role, here, there));
    }
  }

  /** How an operator folds the data into elements of a type at the target. */
  Fold fold(String call, Buffer data, Datatype type, ReductionOperator operator) {
    MappedDatatype here = MappedDatatype.of(data.type());
    MappedDatatype there = MappedDatatype.of(type);
    Fold fold = folding.of(operator, here);
    if (fold == null || MemoryBuffer.of(data).isOfBooleans()) {
      throw arguments.refuse(
          "%s: the operator %s is not defined on %s%s"
              .formatted(
                  call,
                  operator.name(),
                  MemoryBuffer.of(data).isOfBooleans() ? "booleans" : data.type(),
                  fold == null ? "" : "; pass a byte[]"));
    }
    if (here != there && !Objects.equals(here.signature().basic(), there.signature().basic())) {
      throw arguments.refuse(
          "%s: data (%s) and the elements at the target (%s) must have the same basic elements"
              .formatted(call, data.type(), type));
    }
    return fold;
  }

  /** The sum of words. */
  Fold sum() {
    return folding.of(ReductionOperator.SUM, BasicDatatype.INT64);
  }
}
