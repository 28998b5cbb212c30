package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.PersistentRequest;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.Request;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The calls of one rank. At the end of each its memory is its own: what it writes there then is not
 * read by others, and stays.
 */
final class SlicesCaller {

  private static final long SCRIBBLE = 0x5c21bb1e;

  private final Communicator chosen;
  private final List<SlicesCall> calls;
  private final Map<Integer, Part> persistent = new HashMap<>();
  private final List<Part> ended = new ArrayList<>();
  private final List<Throwable> failures = new ArrayList<>();
  private final List<Request> requests = new ArrayList<>();
  private int begun;
  private int open;
  private int moves;

  /** This rank's part of a call. */
  private final class Part {
    private final SlicesCall call;
    private final MemorySegment data;
    private final MemorySegment result;
    private PersistentRequest request;
    private boolean isOpen;

    Part(SlicesCall call) {
      this.call = call;
      data = memory();
      result = call.isInPlace() || call.kind() == SlicesCall.Kind.BROADCAST ? data : memory();
    }

    private MemorySegment memory() {
      return (call.inArrays() >> chosen.rank() & 1) == 1
          ? MemorySegment.ofArray(new long[call.length()])
          : chosen.allocate(Math.max(1, call.length()) * 8L, Arena.ofAuto());
    }

    private Buffer buffer(MemorySegment memory) {
      return Buffer.of(memory, Datatype.INT64, call.length());
    }

    private Request begin(int number) {
      fill(number);
      isOpen = true;
      if (call.persistent() != SlicesCall.NONE) {
        request = request == null ? persistent() : request;
        return request.start();
      }
      return switch (call.kind()) {
        case BROADCAST -> chosen.iBroadcast(buffer(data), call.root());
        case REDUCE ->
            chosen.iReduce(buffer(data), buffer(result), ReductionOperator.SUM, call.root());
        case ALLREDUCE -> chosen.iAllreduce(buffer(data), buffer(result), ReductionOperator.SUM);
      };
    }

    private PersistentRequest persistent() {
      return switch (call.kind()) {
        case BROADCAST -> chosen.broadcastInit(buffer(data), call.root());
        case REDUCE ->
            chosen.reduceInit(buffer(data), buffer(result), ReductionOperator.SUM, call.root());
        case ALLREDUCE -> chosen.allreduceInit(buffer(data), buffer(result), ReductionOperator.SUM);
      };
    }

    private void fill(int number) {
      boolean hasData = call.kind() != SlicesCall.Kind.BROADCAST || call.root() == chosen.rank();
      for (int i = 0; i < call.length(); i++) {
        result.setAtIndex(ValueLayout.JAVA_LONG, i, -1);
        data.setAtIndex(ValueLayout.JAVA_LONG, i, hasData ? number * 1000L + i : -2);
      }
    }

    private void end(int number) {
      isOpen = false;
      boolean isReduced =
          call.kind() == SlicesCall.Kind.ALLREDUCE
              || (call.kind() == SlicesCall.Kind.REDUCE && call.root() == chosen.rank());
      long times = isReduced ? chosen.size() : 1;
      for (int i = 0;
          i < call.length() && (isReduced || call.kind() == SlicesCall.Kind.BROADCAST);
          i++) {
        assertThat(result.getAtIndex(ValueLayout.JAVA_LONG, i))
            .as("number %d of call %d on rank %d, %s", i, number, chosen.rank(), call)
            .isEqualTo(times * (number * 1000L + i));
      }
      for (int i = 0; i < call.length(); i++) {
        data.setAtIndex(ValueLayout.JAVA_LONG, i, SCRIBBLE);
        result.setAtIndex(ValueLayout.JAVA_LONG, i, SCRIBBLE);
      }
    }

    private void check() {
      for (int i = 0; i < call.length(); i++) {
        assertThat(data.getAtIndex(ValueLayout.JAVA_LONG, i)).isEqualTo(SCRIBBLE);
        assertThat(result.getAtIndex(ValueLayout.JAVA_LONG, i)).isEqualTo(SCRIBBLE);
      }
    }
  }

  SlicesCaller(Communicator world, List<SlicesCall> calls, int segment) {
    this.calls = calls;
    String slices = "=slices,segment=" + segment;
    chosen = world.withAlgorithm("broadcast" + slices + ";reduce" + slices + ";allreduce" + slices);
  }

  /** How many calls have begun and how many have ended. */
  int moves() {
    return moves;
  }

  boolean hasFailed() {
    return !failures.isEmpty();
  }

  boolean isDone() {
    return begun == calls.size() && open == 0;
  }

  /** Begins the next call if it can; returns whether it did. */
  boolean begin(int mostOpen) {
    if (begun == calls.size() || open >= mostOpen) {
      return false;
    }
    SlicesCall call = calls.get(begun);
    Part part =
        call.persistent() == SlicesCall.NONE
            ? new Part(call)
            : persistent.computeIfAbsent(call.persistent(), _ -> new Part(call));
    if (part.isOpen) {
      return false;
    }
    int number = begun++;
    moves++;
    open++;
    requests.add(part.begin(number));
    requests.getLast().toCompletionStage().whenComplete((_, e) -> ended(part, number, e));
    return true;
  }

  private void ended(Part part, int number, Throwable failure) {
    moves++;
    open--;
    try {
      if (failure != null) {
        failures.add(failure);
      } else {
        part.end(number);
      }
    } catch (AssertionError e) {
      failures.add(e);
    }
    if (part.call.persistent() == SlicesCall.NONE) {
      ended.add(part);
    }
  }

  boolean hasBegunAll() {
    return begun == calls.size();
  }

  void awaitLatest() {
    requests.getLast().await();
  }

  void awaitAll() {
    requests.forEach(Request::await);
  }

  /** Throws what was wrong. */
  void check() {
    if (!failures.isEmpty()) {
      throw new AssertionError("rank " + chosen.rank(), failures.getFirst());
    }
    ended.forEach(Part::check);
    persistent.values().forEach(Part::check);
  }
}
