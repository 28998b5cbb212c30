package io.starling.collectives.window;

import io.starling.collectives.Communicator;
import io.starling.collectives.Group;
import io.starling.collectives.Window;
import io.starling.collectives.call.CollectiveCall;
import io.starling.collectives.call.Member;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.Request;
import io.starling.runtime.progress.RemoteMemory;
import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;

/** A window of one rank: the forms of each call. */
public final class RankWindow implements Window {

  private final Member member;
  private final WindowMemory memory;
  private final Target[] targets;
  private final Accesses accesses;
  private final Synchronization synchronization;

  RankWindow(
      Member member,
      Communicator communicator,
      Supplier<CollectiveCall> barriers,
      WindowMemory memory,
      Target[] targets,
      Transfers transfers) {
    this.member = member;
    this.memory = memory;
    this.targets = targets;
    Epochs epochs = new Epochs(member.context());
    Locks locks = new Locks(member.context(), transfers);
    accesses = new Accesses(member, epochs, targets, locks, transfers);
    synchronization =
        new Synchronization(
            member, communicator, barriers, memory, targets, epochs, locks, transfers);
  }

  @Override
  public int rank() {
    return member.context().rank();
  }

  @Override
  public int size() {
    return targets.length;
  }

  @Override
  public MemorySegment memory() {
    return memory.own();
  }

  @Override
  public MemorySegment memory(int rank) {
    Target target = target(rank);
    synchronization.checkOpen("memory");
    if (target.part() == null || target.part().direct() == null) {
      throw new IllegalStateException(
          "rank %d: loads and stores do not reach the window's memory at rank %d%s"
              .formatted(
                  member.engine().rank(),
                  target.process(),
                  target.part() == null
                      ? ", as the window is dynamic"
                      : "; use put and get, or allocateSharedWindow among ranks of a host"));
    }
    return target.part().memory();
  }

  @Override
  public MemorySegment sharedMemory() {
    synchronization.checkOpen("sharedMemory");
    if (memory.all() == null) {
      throw new IllegalStateException(
          "rank %d: the window is not one piece of memory; make it by allocateSharedWindow"
              .formatted(member.engine().rank()));
    }
    return memory.all();
  }

  private Target target(int rank) {
    member.arguments().peer("rank", rank);
    return targets[rank];
  }

  @Override
  public long displacementUnit(int rank) {
    Part part = target(rank).part();
    return part == null ? 1 : part.unit();
  }

  @Override
  public long bytes(int rank) {
    Part part = target(rank).part();
    return part == null ? 0 : part.bytes();
  }

  @Override
  public void put(Buffer data, int target, long displacement) {
    member.arguments().present("data", data);
    put(data, target, displacement, data.type(), data.count());
  }

  @Override
  public void put(Buffer data, int target, long displacement, Datatype type, long count) {
    try (Member.Entry _ = member.enter()) {
      accesses.transfer(RemoteMemory.Access.PUT, data, target, displacement, type, count, false);
    }
  }

  @Override
  public Request iPut(Buffer data, int target, long displacement) {
    member.arguments().present("data", data);
    return iPut(data, target, displacement, data.type(), data.count());
  }

  @Override
  public Request iPut(Buffer data, int target, long displacement, Datatype type, long count) {
    try (Member.Entry _ = member.enter()) {
      return accesses.transfer(
          RemoteMemory.Access.PUT, data, target, displacement, type, count, true);
    }
  }

  @Override
  public void get(Buffer into, int target, long displacement) {
    member.arguments().present("buffer", into);
    get(into, target, displacement, into.type(), into.count());
  }

  @Override
  public void get(Buffer into, int target, long displacement, Datatype type, long count) {
    try (Member.Entry _ = member.enter()) {
      accesses.transfer(RemoteMemory.Access.GET, into, target, displacement, type, count, false);
    }
  }

  @Override
  public Request iGet(Buffer into, int target, long displacement) {
    member.arguments().present("buffer", into);
    return iGet(into, target, displacement, into.type(), into.count());
  }

  @Override
  public Request iGet(Buffer into, int target, long displacement, Datatype type, long count) {
    try (Member.Entry _ = member.enter()) {
      return accesses.transfer(
          RemoteMemory.Access.GET, into, target, displacement, type, count, true);
    }
  }

  @Override
  public void accumulate(Buffer data, int target, long displacement, ReductionOperator operator) {
    member.arguments().present("data", data);
    accumulate(data, target, displacement, data.type(), data.count(), operator);
  }

  @Override
  public void accumulate(
      Buffer data,
      int target,
      long displacement,
      Datatype type,
      long count,
      ReductionOperator operator) {
    try (Member.Entry _ = member.enter()) {
      accesses.accumulate("accumulate", data, null, target, displacement, type, count, operator);
    }
  }

  @Override
  public Request iAccumulate(
      Buffer data, int target, long displacement, ReductionOperator operator) {
    try (Member.Entry _ = member.enter()) {
      accumulate(data, target, displacement, operator);
      return AccessRequest.done(member.engine(), "accumulate");
    }
  }

  @Override
  public void getAccumulate(
      Buffer data, Buffer result, int target, long displacement, ReductionOperator operator) {
    member.arguments().present("result", result);
    getAccumulate(data, result, target, displacement, result.type(), result.count(), operator);
  }

  @Override
  public void getAccumulate(
      Buffer data,
      Buffer result,
      int target,
      long displacement,
      Datatype type,
      long count,
      ReductionOperator operator) {
    member.arguments().present("result", result);
    try (Member.Entry _ = member.enter()) {
      accesses.accumulate(
          "getAccumulate", data, result, target, displacement, type, count, operator);
    }
  }

  @Override
  public Request iGetAccumulate(
      Buffer data, Buffer result, int target, long displacement, ReductionOperator operator) {
    try (Member.Entry _ = member.enter()) {
      getAccumulate(data, result, target, displacement, operator);
      return AccessRequest.done(member.engine(), "getAccumulate");
    }
  }

  @Override
  public void fetchAndOperate(
      Buffer data, Buffer result, int target, long displacement, ReductionOperator operator) {
    member.arguments().present("result", result);
    if (result.count() != 1) {
      throw member
          .arguments()
          .refuse("fetchAndOperate takes one element, not %s; use getAccumulate".formatted(result));
    }
    try (Member.Entry _ = member.enter()) {
      accesses.accumulate(
          "fetchAndOperate", data, result, target, displacement, result.type(), 1, operator);
    }
  }

  @Override
  public long fetchAndAdd(long value, int target, long displacement) {
    try (Member.Entry _ = member.enter()) {
      return accesses.fetchAndAdd(value, target, displacement);
    }
  }

  @Override
  public void compareAndSwap(
      Buffer expected, Buffer data, Buffer result, int target, long displacement) {
    try (Member.Entry _ = member.enter()) {
      accesses.compareAndSwap(expected, data, result, target, displacement);
    }
  }

  @Override
  public void attach(MemorySegment segment) {
    synchronization.attach(segment);
  }

  @Override
  public void detach(MemorySegment segment) {
    synchronization.detach(segment);
  }

  @Override
  public void fence() {
    synchronization.fence();
  }

  @Override
  public void post(Group origins) {
    synchronization.post(origins);
  }

  @Override
  public void start(Group itsTargets) {
    synchronization.start(itsTargets);
  }

  @Override
  public void complete() {
    synchronization.complete();
  }

  @Override
  public void await() {
    synchronization.await();
  }

  @Override
  public boolean test() {
    return synchronization.test();
  }

  @Override
  public void lockShared(int target) {
    synchronization.lock(target(target), true);
  }

  @Override
  public void lockExclusive(int target) {
    synchronization.lock(target(target), false);
  }

  @Override
  public void unlock(int target) {
    synchronization.unlock(target(target));
  }

  @Override
  public void lockAll() {
    synchronization.lockAll();
  }

  @Override
  public void unlockAll() {
    synchronization.unlockAll();
  }

  @Override
  public void flush(int target) {
    synchronization.flush(target(target));
  }

  @Override
  public void flushAll() {
    synchronization.flushAll();
  }

  @Override
  public void flushLocal(int target) {
    synchronization.flushLocal(target(target));
  }

  @Override
  public void flushLocalAll() {
    synchronization.flushLocalAll();
  }

  @Override
  public void sync() {
    synchronization.sync();
  }

  @Override
  public void close() {
    synchronization.close();
  }

  /** The name of its communicator and this rank. */
  @Override
  public String toString() {
    return "%s: rank %d of %d".formatted(member.name(), rank(), size());
  }
}
