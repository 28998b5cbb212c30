package io.starling.collectives.file;

import io.starling.collectives.call.Call;
import io.starling.collectives.call.Member;
import io.starling.runtime.Request;
import io.starling.runtime.progress.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The steps of a call, whose results are kept: when the call runs again, it gets those of the steps
 * that it has made, and waits for the one that is under way.
 */
final class Steps {

  private record Started(Call call, Request request) {}

  private final Member member;
  private final List<Object> made = new ArrayList<>();
  private int next;
  private Operation awaited;

  Steps(Member member) {
    this.member = member;
  }

  Member member() {
    return member;
  }

  /** Begins again with the first step. */
  void rewind() {
    next = 0;
    awaited = null;
  }

  /** A step without a wait. */
  @SuppressWarnings("unchecked") // The same step gave it.
  <T> T once(Supplier<T> step) {
    if (next == made.size()) {
      made.add(step.get());
    }
    T result = (T) made.get(next);
    next++;
    return result;
  }

  /** Starts a call and waits for its end. */
  void await(Supplier<? extends Call> call) {
    Started started = once(() -> start(call));
    awaited = started.call.operation();
    started.request.await();
    awaited = null;
  }

  private Started start(Supplier<? extends Call> supplier) {
    try (Member.Entry _ = member.enter()) {
      Call call = supplier.get();
      return new Started(call, call.start());
    }
  }

  /** Whether an interrupt has ended a wait: the step goes on. */
  boolean isWaiting() {
    return awaited != null && awaited.failure() == null;
  }
}
