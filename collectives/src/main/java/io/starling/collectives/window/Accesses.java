package io.starling.collectives.window;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import io.starling.collectives.Communicator;
import io.starling.collectives.call.Arguments;
import io.starling.collectives.call.Member;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.Request;
import io.starling.runtime.datatype.BasicDatatype;
import io.starling.runtime.datatype.Block;
import io.starling.runtime.datatype.MappedDatatype;
import io.starling.runtime.datatype.TypeMap;
import io.starling.runtime.memory.Bytes;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.memory.MemoryBuffer;
import io.starling.runtime.progress.Engine;
import io.starling.runtime.progress.RemoteMemory;
import io.starling.runtime.reduction.Fold;
import java.lang.foreign.MemorySegment;

/**
 * The accesses of a window: has their arguments checked, and carries them out by loads and stores
 * where these reach the target, else by transfers. To be used inside.
 */
final class Accesses {

  private final Engine engine;
  private final Arguments arguments;
  private final Epochs epochs;
  private final Target[] targets;
  private final Locks locks;
  private final Transfers transfers;
  private final Accumulation accumulation;
  private final AccessChecks checks;

  Accesses(Member member, Epochs epochs, Target[] targets, Locks locks, Transfers transfers) {
    this.engine = member.engine();
    this.arguments = member.arguments();
    this.epochs = epochs;
    this.targets = targets;
    this.locks = locks;
    this.transfers = transfers;
    accumulation = new Accumulation(member.context(), locks, transfers);
    checks = new AccessChecks(arguments, new Folding(engine));
  }

  /** The target of an access in its epoch; null for PROC_NULL. */
  private Target target(String call, int rank) {
    if (rank == Communicator.PROC_NULL) {
      epochs.checkUsable(call);
      return null;
    }
    arguments.peer("target", rank);
    Target target = targets[rank];
    epochs.checkAccess(call, target);
    if (epochs.kind() == Epochs.Kind.LOCK_ALL && target.hold() == Target.Hold.NONE) {
      locks.take(target, Control.LOCK, true);
      if (target.hold() == Target.Hold.NONE) {
        target.hold(Target.Hold.SHARED);
      } else {
        // Another thread of this rank has taken it meanwhile.
        locks.give(target, Control.LOCK, true);
      }
    }
    return target;
  }

  /**
   * A put or a get.
   *
   * @param isRequested whether a request is returned; otherwise the result is null
   */
  Request transfer(
      RemoteMemory.Access access,
      Buffer buffer,
      int rank,
      long displacement,
      Datatype type,
      long count,
      boolean isRequested) {
    boolean isPut = access == RemoteMemory.Access.PUT;
    String call = isPut ? "put" : "get";
    Target target = target(call, rank);
    Memory memory = checks.memory(call, isPut ? "data" : "buffer", buffer, !isPut);
    TypeMap map = checks.map(call, type, count);
    if (target == null || map.size() == 0) {
      return isRequested ? AccessRequest.done(engine, call) : null;
    }
    checks.checkBytes(call, isPut ? "data" : "buffer", memory.byteSize(), map.size());
    Part part = checks.find(call, target, displacement, map);
    long offset = part.offset(displacement);
    if (part.direct() != null) {
      if (isPut) {
        write(memory, part.direct(), map, offset);
      } else {
        read(memory, part.direct(), map, offset);
      }
      return isRequested ? AccessRequest.done(engine, call) : null;
    }
    if (isRequested) {
      var operation = transfers.requested().use(target, part, access, memory, map, offset);
      return AccessRequest.begin(engine, operation);
    }
    transfers.begin(target, part, access, memory, map, offset);
    return null;
  }

  private static void write(Memory from, MemorySegment direct, TypeMap map, long offset) {
    if (map instanceof Block block && from.isContiguous()) {
      long place = offset + block.offset();
      Bytes.copy(from.segment(), 0, direct, place, block.length());
    } else {
      Memory.copy(from, 0, Memory.of(direct, map.shifted(offset)), 0, map.size());
    }
  }

  private static void read(Memory into, MemorySegment direct, TypeMap map, long offset) {
    if (map instanceof Block block && into.isContiguous()) {
      long place = offset + block.offset();
      Bytes.copy(direct, place, into.segment(), 0, block.length());
    } else {
      Memory.copy(Memory.of(direct, map.shifted(offset)), 0, into, 0, map.size());
    }
  }

  /**
   * An accumulate; it is over on return.
   *
   * @param result takes the elements before; null if they are not wanted
   */
  void accumulate(
      String call,
      Buffer data,
      Buffer result,
      int rank,
      long displacement,
      Datatype type,
      long count,
      ReductionOperator operator) {
    Target target = target(call, rank);
    arguments.present("operator", operator);
    boolean isFetch = operator == AccumulateOperator.NO_OPERATION;
    Memory from = isFetch ? null : checks.memory(call, "data", data, false);
    Memory into = result == null ? null : checks.memory(call, "result", result, true);
    TypeMap map = checks.map(call, type, count);
    ElementChange.Effect effect = effect(operator);
    Fold fold =
        effect == ElementChange.Effect.FOLD ? checks.fold(call, data, type, operator) : null;
    if (target == null || map.size() == 0) {
      return;
    }
    if (from != null) {
      checks.checkBytes(call, "data", from.byteSize(), map.size());
    }
    if (into != null) {
      checks.checkBytes(call, "result", into.byteSize(), map.size());
    }
    if (from != null && into != null && from.overlaps(into)) {
      throw arguments.refuse(call + ": data and result overlap");
    }
    Part part = checks.find(call, target, displacement, map);
    ElementChange change = new ElementChange(effect, fold, from, into, null);
    accumulation.run(target, part, map, part.offset(displacement), change);
  }

  private static ElementChange.Effect effect(ReductionOperator operator) {
    if (operator == AccumulateOperator.REPLACE) {
      return ElementChange.Effect.REPLACE;
    }
    return operator == AccumulateOperator.NO_OPERATION
        ? ElementChange.Effect.NONE
        : ElementChange.Effect.FOLD;
  }

  void compareAndSwap(Buffer expected, Buffer data, Buffer result, int rank, long displacement) {
    String call = "compareAndSwap";
    Target target = target(call, rank);
    Memory compared = checks.memory(call, "expected", expected, false);
    Memory from = checks.memory(call, "data", data, false);
    Memory into = checks.memory(call, "result", result, true);
    boolean isInteger =
        data.type() instanceof BasicDatatype basic && basic.kind() == BasicDatatype.Kind.INTEGER;
    if (!isInteger || data.count() != 1) {
      throw arguments.refuse(
          "compareAndSwap takes one element of an integer type, not %s".formatted(data));
    }
    arguments.sameElements("expected", expected, data);
    arguments.sameElements("result", result, data);
    if (target != null) {
      TypeMap map = MappedDatatype.of(data.type()).map();
      Part part = checks.find(call, target, displacement, map);
      ElementChange change =
          new ElementChange(ElementChange.Effect.REPLACE_IF_EQUAL, null, from, into, compared);
      accumulation.run(target, part, map, part.offset(displacement), change);
    }
  }

  long fetchAndAdd(long value, int rank, long displacement) {
    String call = "fetchAndAdd";
    arguments.peer("target", rank);
    Target target = target(call, rank);
    TypeMap map = BasicDatatype.INT64.map();
    Part part = checks.find(call, target, displacement, map);
    long offset = part.offset(displacement);
    MemorySegment direct = part.direct();
    if (direct == null) {
      long[] before = new long[1];
      Fold fold = checks.sum();
      Memory data = MemoryBuffer.of(Buffer.of(value)).memory();
      Memory result = MemoryBuffer.of(Buffer.of(before)).memory();
      ElementChange change = new ElementChange(ElementChange.Effect.FOLD, fold, data, result, null);
      accumulation.run(target, part, map, offset, change);
      return before[0];
    }
    locks.take(target, Control.ACCUMULATE, false);
    try {
      long before = direct.get(JAVA_LONG_UNALIGNED, offset);
      direct.set(JAVA_LONG_UNALIGNED, offset, before + value);
      return before;
    } finally {
      locks.give(target, Control.ACCUMULATE, false);
    }
  }
}
