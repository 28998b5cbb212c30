package io.starling.collectives.communicator;

import static io.starling.collectives.Window.NO_OPERATION;
import static io.starling.collectives.Window.REPLACE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.collectives.Communicator;
import io.starling.collectives.Group;
import io.starling.collectives.Window;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.StarlingException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What windows refuse, and what they say. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class WindowErrorsTest {

  private static void refusesState(String message, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(message);
  }

  private static void refuses(String message, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void a_wait_for_locks_of_all_ranks_that_is_interrupted_keeps_none() {
    RankTeam.run(
        TestFabric.LOCAL,
        2,
        world -> {
          try (Window window = world.allocateWindow(64, 8)) {
            if (world.rank() == 1) {
              window.lockExclusive(1);
            }
            world.barrier();
            if (world.rank() == 0) {
              Thread.currentThread().interrupt();
              assertThatThrownBy(window::lockAll)
                  .isInstanceOf(StarlingException.class)
                  .hasMessageContaining("interrupted");
              assertThat(Thread.interrupted()).isTrue();
              window.lockExclusive(0);
              window.unlock(0);
            }
            world.barrier();
            if (world.rank() == 1) {
              window.unlock(1);
            }
          }
        });
  }

  /** The system forbids what a put needs, which shows when it is posted. */
  @Test
  void a_put_that_fails_ends_its_epoch_with_the_reason() {
    RankTeam.run(
        TestFabric.SHARED_STAGED,
        2,
        world -> {
          int peer = 1 - world.rank();
          try (Window window = world.createWindow(Arena.ofAuto().allocate(64, 8), 8)) {
            for (int round = 0; round < 2; round++) {
              failsToPut(window, peer, () -> window.lockExclusive(peer), () -> window.unlock(peer));
              failsToPut(window, peer, window::lockAll, window::unlockAll);
              failsToPut(window, peer, window::fence, window::fence);
              failsToPut(
                  window,
                  peer,
                  () -> {
                    window.post(other(world));
                    window.start(other(world));
                  },
                  window::complete);
              window.await();
              failsToPut(window, peer, window::lockAll, () -> window.flush(peer));
              window.flush(peer);
              assertThatThrownBy(() -> window.fetchAndAdd(1, peer, 0))
                  .hasMessageContaining("the system forbids it");
              window.unlockAll();
            }
          }
        });
  }

  private static void failsToPut(Window window, int peer, Runnable begin, ThrowingCallable end) {
    begin.run();
    window.put(Buffer.of(1L), peer, 0);
    assertThatThrownBy(end)
        .isInstanceOf(StarlingException.class)
        .hasMessageContainingAll(
            "put of 8 bytes to the window's memory at rank " + peer, "the system forbids it");
  }

  private static Group other(Communicator world) {
    return world.group().exclude(world.rank());
  }

  private static void refusesWithoutEpoch(Window window, Buffer one, int peer) {
    refusesState(
        "put: outside an epoch; call fence, start or a lock", () -> window.put(one, peer, 0));
    refusesState("get: outside an epoch", () -> window.get(one, peer, 0));
    refusesState(
        "accumulate: outside an epoch",
        () -> window.accumulate(one, peer, 0, ReductionOperator.SUM));
    refusesState("outside an epoch", () -> window.fetchAndAdd(1, peer, 0));
    refusesState("unlock: rank %d is not locked".formatted(peer), () -> window.unlock(peer));
    refusesState("flush: rank %d is not locked".formatted(peer), () -> window.flush(peer));
    refusesState("flushAll: no rank is locked", window::flushAll);
    refusesState("unlockAll: the ranks are not locked", window::unlockAll);
    refusesState("complete: this rank has not started", window::complete);
    refusesState("await: this rank has not posted", window::await);
    refusesState("test: this rank has not posted", window::test);
  }

  @ParameterizedTest
  @EnumSource(names = {"LOCAL", "ADVERSARIAL", "SHARED", "UCX"})
  void epochs_out_of_order(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          Window window = world.allocateWindow(64, 8);
          int peer = 1 - world.rank();
          Buffer one = Buffer.of(new long[1]);
          refusesWithoutEpoch(window, one, peer);
          window.lockShared(peer);
          refusesState("this rank holds a lock of rank " + peer, () -> window.lockShared(peer));
          refusesState("this rank holds a lock of rank " + peer, () -> window.lockExclusive(peer));
          refusesState("lockAll: in an epoch of locks; call unlock", window::lockAll);
          refusesState("fence: in an epoch of locks; call unlock", window::fence);
          refusesState("start: in an epoch of locks", () -> window.start(other(world)));
          refusesState(
              "put: rank %d is not locked".formatted(world.rank()),
              () -> window.put(one, world.rank(), 0));
          refusesState("close: in an epoch of locks; call unlock before", window::close);
          window.lockShared(world.rank());
          window.unlock(peer);
          window.unlock(world.rank());
          window.lockAll();
          refusesState("in an epoch of lockAll; call unlockAll", () -> window.lockShared(peer));
          refusesState("call unlockAll", () -> window.unlock(peer));
          window.unlockAll();
          window.post(other(world));
          refusesState("post: after post; call await", () -> window.post(other(world)));
          refusesState("fence: after post; call await", window::fence);
          window.start(other(world));
          refusesState(
              "put: rank %d is not in the group of start".formatted(world.rank()),
              () -> window.put(one, world.rank(), 0));
          refusesState("in an epoch of start; call complete", () -> window.lockShared(peer));
          window.complete();
          window.await();
          window.fence();
          window.put(one, peer, 0);
          refusesState("in an epoch of fences; call fence", () -> window.lockShared(peer));
          refusesState("close: in an epoch of fences; call fence before", window::close);
          window.fence();
          window.lockShared(peer);
          window.unlock(peer);
          window.close();
          window.close();
          refusesState("closed", () -> window.put(one, peer, 0));
          refusesState("closed", window::fence);
          refusesState("closed", () -> window.memory(peer));
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"LOCAL", "ADVERSARIAL", "SHARED", "UCX", "MIXED"})
  void accesses_outside_the_window(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          try (Window window = world.allocateWindow(world.rank() == 0 ? 20 : 32, 8)) {
            Buffer two = Buffer.of(new long[2]);
            window.lockAll();
            window.put(two, 1, 2);
            refuses(
                "put: the bytes 0 to 15 from displacement 3 on are not inside the memory of rank 1,"
                    + " which has 32 bytes in units of 8",
                () -> window.put(two, 1, 3));
            refuses("from displacement 1 on are not inside", () -> window.get(two, 0, 1));
            refuses("from displacement -1 on", () -> window.put(two, 1, -1));
            refuses("are not inside", () -> window.put(two, 1, Long.MAX_VALUE));
            refuses("are not inside", () -> window.put(two, 1, Long.MIN_VALUE));
            refuses("are not inside", () -> window.fetchAndAdd(1, 1, 4));
            Datatype backwards = Datatype.vector(2, 1, -1, Datatype.INT64);
            refuses("the bytes -8 to 7", () -> window.put(two, 1, 0, backwards, 1));
            Datatype huge = Datatype.vector(2, 1, 1L << 58, Datatype.INT64);
            refuses("are not inside", () -> window.put(two, 1, 1, huge, 1));
            refuses(
                "data has 16 bytes, and the elements at the target have 8",
                () -> window.put(two, 1, 0, Datatype.INT64, 1));
            refuses("the count -1 is negative", () -> window.put(two, 1, 0, Datatype.INT64, -1));
            refuses("target 2 is not a rank", () -> window.put(two, 2, 0));
            refuses(
                "rank %d: put got null instead of data".formatted(world.rank()),
                () -> window.put(null, 1, 0));
            refuses("null instead of type", () -> window.put(two, 1, 0, null, 1));
            window.put(two, Communicator.PROC_NULL, 1000);
            window.unlockAll();
          }
        });
  }

  @Test
  void wrong_operators_and_types() {
    RankTeam.run(
        TestFabric.SHARED,
        2,
        world -> {
          try (Window window = world.allocateWindow(64, 8)) {
            double[] numbers = new double[2];
            window.lockAll();
            refuses(
                "the operator band is not defined on FLOAT64",
                () -> window.accumulate(Buffer.of(numbers), 1, 0, ReductionOperator.BITWISE_AND));
            refuses(
                "must have the same basic elements",
                () ->
                    window.accumulate(
                        Buffer.of(numbers), 1, 0, Datatype.INT64, 2, ReductionOperator.SUM));
            refuses(
                "data and result overlap",
                () ->
                    window.getAccumulate(
                        Buffer.of(numbers), Buffer.of(numbers), 1, 0, ReductionOperator.SUM));
            refuses(
                "one element of an integer type",
                () ->
                    window.compareAndSwap(
                        Buffer.of(1.0), Buffer.of(2.0), Buffer.of(new double[1]), 1, 0));
            refuses(
                "expected (1 x INT32) and data (1 x INT64)",
                () ->
                    window.compareAndSwap(
                        Buffer.of(1), Buffer.of(2L), Buffer.of(new long[1]), 1, 0));
            refuses(
                "fetchAndOperate takes one element",
                () ->
                    window.fetchAndOperate(
                        Buffer.of(numbers), Buffer.of(new double[2]), 1, 0, ReductionOperator.SUM));
            refuses(
                "null instead of operator",
                () -> window.accumulate(Buffer.of(numbers), 1, 0, null));
            refusesState("not one piece of memory", window::sharedMemory);
            refusesState("the window has its memory", () -> window.attach(window.memory()));
            refuses("process 7", () -> window.post(Group.of(7)));
            refuses(
                "null instead of targets",
                () -> {
                  window.unlockAll();
                  window.start(null);
                });
          }
        });
  }

  @Test
  void operators_of_accumulates_are_none_of_collectives() {
    RankTeam.run(
        TestFabric.LOCAL,
        2,
        world -> {
          for (ReductionOperator operator : new ReductionOperator[] {REPLACE, NO_OPERATION}) {
            String refusal = "operator %s is not defined on INT64".formatted(operator.name());
            Buffer data = Buffer.of(new long[2]);
            Buffer result = Buffer.of(new long[2]);
            refuses(refusal, () -> world.allreduce(data, result, operator));
            refuses(refusal, () -> world.iReduce(data, result, operator, 0));
            refuses(refusal, () -> world.scanInit(data, result, operator));
            refuses(
                refusal, () -> world.reduceScatterBlock(data, Buffer.of(new long[1]), operator));
            refuses("is for accumulates of windows only", () -> operator.reduceLocal(data, result));
          }
        });
  }

  @Test
  void attachments_that_are_not_there() {
    RankTeam.run(
        TestFabric.SHARED,
        2,
        world -> {
          try (Window window = world.createDynamicWindow();
              Arena arena = Arena.ofShared()) {
            MemorySegment memory = arena.allocate(64, 8);
            refuses("are not attached", () -> window.detach(memory));
            window.attach(memory);
            refuses("overlaps 64 bytes", () -> window.attach(memory.asSlice(8, 8)));
            window.lockAll();
            refuses(
                "are not inside memory that rank",
                () -> window.put(Buffer.of(1L), world.rank(), memory.address() + 60));
            window.unlockAll();
            assertThat(window.bytes(0)).isZero();
          }
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"LOCAL", "SHARED", "UCX"})
  void memory_whose_arena_is_closed_can_be_detached(TestFabric fabric) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          try (Window window = world.createDynamicWindow()) {
            MemorySegment memory;
            try (Arena arena = Arena.ofShared()) {
              memory = arena.allocate(64, 8);
              window.attach(memory);
            }
            refuses("the arena of memory is closed", () -> window.attach(memory));
            window.detach(memory);
            refuses("are not attached", () -> window.detach(memory));
            refuses("detach got null instead of memory", () -> window.detach(null));
          }
        });
  }

  @Test
  void memory_that_others_cannot_access() {
    RankTeam.run(
        TestFabric.SHARED,
        2,
        world -> {
          refuses(
              "on the Java heap", () -> world.createWindow(MemorySegment.ofArray(new byte[8]), 1));
          refuses("null instead of memory", () -> world.createWindow(null, 1));
          refuses("displacementUnit must be at least 1", () -> world.allocateWindow(8, 0));
          refuses("bytes must be at least 0", () -> world.allocateWindow(-1, 1));
          refuses("bytes must be at least 0", () -> world.allocateShared(-1));
          try (Arena arena = Arena.ofShared()) {
            MemorySegment memory = arena.allocate(8);
            refuses("read-only", () -> world.createWindow(memory.asReadOnly(), 1));
          }
        });
  }
}
