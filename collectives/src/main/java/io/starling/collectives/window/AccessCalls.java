package io.starling.collectives.window;

import io.starling.collectives.RemoteAccess;
import io.starling.collectives.call.Member;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.Request;
import io.starling.runtime.progress.RemoteMemory;

/** The accesses of a window: the forms of each call. */
public abstract sealed class AccessCalls implements RemoteAccess permits RankWindow {

  private final Member member;
  private final Accesses accesses;

  AccessCalls(Member member, Accesses accesses) {
    this.member = member;
    this.accesses = accesses;
  }

  @Override
  public final void put(Buffer data, int target, long displacement) {
    member.arguments().present("data", data);
    put(data, target, displacement, data.type(), data.count());
  }

  @Override
  public final void put(Buffer data, int target, long displacement, Datatype type, long count) {
    try (Member.Entry _ = member.enter()) {
      accesses.transfer(RemoteMemory.Access.PUT, data, target, displacement, type, count, false);
    }
  }

  @Override
  public final Request iPut(Buffer data, int target, long displacement) {
    member.arguments().present("data", data);
    return iPut(data, target, displacement, data.type(), data.count());
  }

  @Override
  public final Request iPut(Buffer data, int target, long displacement, Datatype type, long count) {
    try (Member.Entry _ = member.enter()) {
      return accesses.transfer(
          RemoteMemory.Access.PUT, data, target, displacement, type, count, true);
    }
  }

  @Override
  public final void get(Buffer into, int target, long displacement) {
    member.arguments().present("buffer", into);
    get(into, target, displacement, into.type(), into.count());
  }

  @Override
  public final void get(Buffer into, int target, long displacement, Datatype type, long count) {
    try (Member.Entry _ = member.enter()) {
      accesses.transfer(RemoteMemory.Access.GET, into, target, displacement, type, count, false);
    }
  }

  @Override
  public final Request iGet(Buffer into, int target, long displacement) {
    member.arguments().present("buffer", into);
    return iGet(into, target, displacement, into.type(), into.count());
  }

  @Override
  public final Request iGet(Buffer into, int target, long displacement, Datatype type, long count) {
    try (Member.Entry _ = member.enter()) {
      return accesses.transfer(
          RemoteMemory.Access.GET, into, target, displacement, type, count, true);
    }
  }

  @Override
  public final void accumulate(
      Buffer data, int target, long displacement, ReductionOperator operator) {
    member.arguments().present("data", data);
    accumulate(data, target, displacement, data.type(), data.count(), operator);
  }

  @Override
  public final void accumulate(
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
  public final Request iAccumulate(
      Buffer data, int target, long displacement, ReductionOperator operator) {
    try (Member.Entry _ = member.enter()) {
      accumulate(data, target, displacement, operator);
      return AccessRequest.done(member.engine(), "accumulate");
    }
  }

  @Override
  public final Request iAccumulate(
      Buffer data,
      int target,
      long displacement,
      Datatype type,
      long count,
      ReductionOperator operator) {
    try (Member.Entry _ = member.enter()) {
      accumulate(data, target, displacement, type, count, operator);
      return AccessRequest.done(member.engine(), "accumulate");
    }
  }

  @Override
  public final void getAccumulate(
      Buffer data, Buffer result, int target, long displacement, ReductionOperator operator) {
    member.arguments().present("result", result);
    getAccumulate(data, result, target, displacement, result.type(), result.count(), operator);
  }

  @Override
  public final void getAccumulate(
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
  public final Request iGetAccumulate(
      Buffer data, Buffer result, int target, long displacement, ReductionOperator operator) {
    try (Member.Entry _ = member.enter()) {
      getAccumulate(data, result, target, displacement, operator);
      return AccessRequest.done(member.engine(), "getAccumulate");
    }
  }

  @Override
  public final Request iGetAccumulate(
      Buffer data,
      Buffer result,
      int target,
      long displacement,
      Datatype type,
      long count,
      ReductionOperator operator) {
    try (Member.Entry _ = member.enter()) {
      getAccumulate(data, result, target, displacement, type, count, operator);
      return AccessRequest.done(member.engine(), "getAccumulate");
    }
  }

  @Override
  public final void fetchAndOperate(
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
  public final long fetchAndAdd(long value, int target, long displacement) {
    try (Member.Entry _ = member.enter()) {
      return accesses.fetchAndAdd(value, target, displacement);
    }
  }

  @Override
  public final void compareAndSwap(
      Buffer expected, Buffer data, Buffer result, int target, long displacement) {
    try (Member.Entry _ = member.enter()) {
      accesses.compareAndSwap(expected, data, result, target, displacement);
    }
  }
}
