package io.starling.collectives.communicator;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.Communicator;
import io.starling.collectives.Group;
import io.starling.collectives.Window;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.Request;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Programs with windows, which give the same on every transport. */
final class WindowPrograms {

  static final List<Consumer<Communicator>> ALL =
      List.of(
          WindowPrograms::fences,
          WindowPrograms::postAndStart,
          WindowPrograms::locks,
          WindowPrograms::counters,
          WindowPrograms::compareAndSwap,
          WindowPrograms::layouts,
          WindowPrograms::accumulates,
          WindowPrograms::requests,
          WindowPrograms::dynamic,
          WindowPrograms::severalWindows);

  private WindowPrograms() {}

  private static Group others(Communicator world) {
    return world.group().exclude(world.rank());
  }

  /** Each rank puts to all, and gets from all what they hold. */
  static void fences(Communicator world) {
    int size = world.size();
    try (Window window = world.allocateWindow(2L * size * Long.BYTES, Long.BYTES)) {
      assertThat(window.memory().byteSize()).isEqualTo(2L * size * Long.BYTES);
      for (int round = 0; round < 3; round++) {
        long base = 1000L * round;
        window.fence();
        for (int target = 0; target < size; target++) {
          window.put(Buffer.of(base + 10L * world.rank() + target), target, world.rank());
        }
        window.fence();
        for (int source = 0; source < size; source++) {
          assertThat(window.memory().getAtIndex(JAVA_LONG, source))
              .isEqualTo(base + 10L * source + world.rank());
        }
        long[] row = new long[size];
        int next = (world.rank() + 1) % size;
        window.get(Buffer.of(row), next, 0);
        window.fence();
        assertThat(row)
            .containsExactly(
                IntStream.range(0, size).mapToLong(s -> base + 10L * s + next).toArray());
      }
    }
  }

  static void postAndStart(Communicator world) {
    int size = world.size();
    try (Arena arena = Arena.ofShared();
        Window window = world.createWindow(world.allocate(8L * size, arena), 1)) {
      for (int round = 1; round <= 3; round++) {
        window.post(others(world));
        window.start(others(world));
        for (int target = 0; target < size; target++) {
          if (target != world.rank()) {
            window.put(Buffer.of((long) round * (world.rank() + 1)), target, 8L * world.rank());
          }
        }
        window.complete();
        if (round == 2) {
          while (!window.test()) {
            world.iProbe(Communicator.ANY_SOURCE, 1);
          }
        } else {
          window.await();
        }
        for (int source = 0; source < size; source++) {
          assertThat(window.memory().getAtIndex(JAVA_LONG, source))
              .isEqualTo(source == world.rank() ? 0 : (long) round * (source + 1));
        }
        // No rank may put again before all have looked.
        world.barrier();
      }
    }
  }

  /** A read and a write that belong together, by all ranks at all ranks. */
  static void locks(Communicator world) {
    int rounds = 5;
    int size = world.size();
    try (Window window = world.allocateWindow(2L * Long.BYTES, Long.BYTES)) {
      long[] pair = new long[2];
      for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < size; i++) {
          int target = (world.rank() + i) % size;
          window.lockExclusive(target);
          window.get(Buffer.of(pair), target, 0);
          window.flush(target);
          assertThat(pair[1]).isEqualTo(-pair[0]);
          long value = pair[0] + 1;
          window.put(Buffer.of(new long[] {value, -value}), target, 0);
          window.unlock(target);
          window.lockShared(target);
          window.get(Buffer.of(pair), target, 0);
          window.flushLocal(target);
          assertThat(pair[1]).isEqualTo(-pair[0]);
          window.unlock(target);
        }
      }
      world.barrier();
      window.lockShared(world.rank());
      assertThat(window.memory().get(JAVA_LONG, 0)).isEqualTo((long) rounds * size);
      window.unlock(world.rank());
    }
  }

  /** Every value of a counter is drawn once. */
  static void counters(Communicator world) {
    int draws = 8;
    int size = world.size();
    try (Window window = world.allocateWindow(64, 8)) {
      long[] drawn = new long[draws];
      window.lockAll();
      for (int i = 0; i < draws; i++) {
        long[] result = new long[1];
        if (i % 2 == 0) {
          result[0] = window.fetchAndAdd(1, 0, 3);
        } else {
          window.fetchAndOperate(Buffer.of(1L), Buffer.of(result), 0, 3, ReductionOperator.SUM);
          window.flush(0);
        }
        drawn[i] = result[0];
      }
      window.flushAll();
      window.unlockAll();
      long[] all = new long[draws * size];
      world.allgather(Buffer.of(drawn), Buffer.of(all));
      Arrays.sort(all);
      assertThat(all).containsExactly(LongStream.range(0, (long) draws * size).toArray());
    }
  }

  static void compareAndSwap(Communicator world) {
    int size = world.size();
    try (Window window = world.allocateWindow(16, 1)) {
      window.lockAll();
      int[] result = new int[1];
      for (int target = 0; target < size; target++) {
        int expected = 0;
        do {
          expected = result[0];
          window.compareAndSwap(
              Buffer.of(expected), Buffer.of(expected + 7), Buffer.of(result), target, 4);
          window.flush(target);
        } while (result[0] != expected);
        result[0] = 0;
      }
      window.unlockAll();
      world.barrier();
      window.sync();
      assertThat(window.memory().get(JAVA_INT, 4)).isEqualTo(7 * size);
      assertThat(window.memory().get(JAVA_LONG, 8)).isZero();
    }
  }

  /** A column of a matrix from a row, and back into every second element of an array. */
  static void layouts(Communicator world) {
    int rows = 40;
    int columns = world.size();
    Datatype column = Datatype.vector(rows, 1, columns, Datatype.FLOAT64);
    try (Window window = world.allocateWindow(8L * rows * columns, 8)) {
      double[] mine =
          IntStream.range(0, rows).mapToDouble(row -> 100.0 * row + world.rank()).toArray();
      window.fence();
      for (int target = 0; target < world.size(); target++) {
        window.put(Buffer.of(mine), target, world.rank(), column, 1);
      }
      window.fence();
      for (int row = 0; row < rows; row++) {
        for (int c = 0; c < columns; c++) {
          assertThat(window.memory().getAtIndex(JAVA_DOUBLE, (long) row * columns + c))
              .isEqualTo(100.0 * row + c);
        }
      }
      Datatype spaced = Datatype.vector(rows, 1, 2, Datatype.FLOAT64);
      MemorySegment into = MemorySegment.ofArray(new double[2 * rows]);
      int next = (world.rank() + 1) % world.size();
      window.get(Buffer.of(into, spaced, 1), next, next, column, 1);
      window.fence();
      for (int row = 0; row < rows; row++) {
        assertThat(into.getAtIndex(JAVA_DOUBLE, 2L * row)).isEqualTo(100.0 * row + next);
        assertThat(into.getAtIndex(JAVA_DOUBLE, 2L * row + 1)).isZero();
      }
      // A type that begins before its displacement.
      Datatype backwards = Datatype.vector(2, 1, -1, Datatype.FLOAT64);
      window.put(Buffer.of(new double[] {-1, -2}), next, 5, backwards, 1);
      window.fence();
      assertThat(window.memory().getAtIndex(JAVA_DOUBLE, 5)).isEqualTo(-1);
      assertThat(window.memory().getAtIndex(JAVA_DOUBLE, 4)).isEqualTo(-2);
    }
  }

  static void accumulates(Communicator world) {
    int size = world.size();
    int length = 1000;
    ReductionOperator first =
        ReductionOperator.custom(
            "left plus twice right",
            false,
            (left, right, into, count, _) -> {
              for (long i = 0; i < count; i++) {
                int sum = left.getAtIndex(JAVA_INT, i) + 2 * right.getAtIndex(JAVA_INT, i);
                into.setAtIndex(JAVA_INT, i, sum);
              }
            });
    try (Window window = world.allocateWindow(8L * length, 4)) {
      int[] ones = new int[length];
      Arrays.fill(ones, world.rank() + 1);
      window.fence();
      for (int target = 0; target < size; target++) {
        window.accumulate(Buffer.of(ones), target, 0, ReductionOperator.SUM);
        window.accumulate(Buffer.of(ones), target, length, first);
      }
      window.fence();
      int sum = size * (size + 1) / 2;
      assertThat(ints(window, 0, length)).containsOnly(sum);
      assertThat(ints(window, length, length)).containsOnly(2 * sum);
      int next = (world.rank() + 1) % size;
      int[] before = new int[length];
      window.getAccumulate(Buffer.of(ones), Buffer.of(before), next, 0, ReductionOperator.MAX);
      assertThat(before).containsOnly(sum);
      window.getAccumulate(Buffer.EMPTY, Buffer.of(before), next, length, Window.NO_OPERATION);
      assertThat(before).containsOnly(2 * sum);
      // Every third element, with a predefined operator.
      window.fence();
      int thirds = length / 3;
      Datatype third = Datatype.vector(thirds, 1, 3, Datatype.INT32);
      window.accumulate(Buffer.of(ones, 0, thirds), next, 0, third, 1, Window.REPLACE);
      window.accumulate(Buffer.of(ones, 0, thirds), next, 1, third, 1, ReductionOperator.PRODUCT);
      window.fence();
      int previous = (world.rank() + size - 1) % size;
      int[] mine = ints(window, 0, 3 * thirds);
      for (int i = 0; i < mine.length; i++) {
        int expected = i % 3 == 0 ? previous + 1 : i % 3 == 1 ? sum * (previous + 1) : sum;
        assertThat(mine[i]).isEqualTo(expected);
      }
    }
  }

  private static int[] ints(Window window, long from, int length) {
    int[] result = new int[length];
    MemorySegment.copy(window.memory(), JAVA_INT, from * Integer.BYTES, result, 0, length);
    return result;
  }

  static void requests(Communicator world) {
    int size = world.size();
    try (Window window = world.allocateWindow(8L * size, 8)) {
      window.lockAll();
      Request[] puts = new Request[size];
      for (int target = 0; target < size; target++) {
        puts[target] = window.iPut(Buffer.of(world.rank() + 5L), target, world.rank());
      }
      for (Request put : puts) {
        put.await();
      }
      window.flushAll();
      world.barrier();
      long[] all = new long[size];
      Request get = window.iGet(Buffer.of(all), (world.rank() + 1) % size, 0);
      while (!get.test()) {
        Thread.onSpinWait();
      }
      assertThat(all).containsExactly(LongStream.range(5, 5 + size).toArray());
      world.barrier();
      window.iAccumulate(Buffer.of(100L), 0, 0, ReductionOperator.SUM).await();
      window.flush(0);
      world.barrier();
      long[] sum = new long[1];
      window.iGetAccumulate(Buffer.EMPTY, Buffer.of(sum), 0, 0, Window.NO_OPERATION).await();
      assertThat(sum[0]).isEqualTo(5 + 100L * size);
      assertThat(window.iPut(Buffer.of(1L), Communicator.PROC_NULL, 99).test()).isTrue();
      window.unlockAll();
    }
  }

  static void dynamic(Communicator world) {
    int size = world.size();
    try (Arena arena = Arena.ofShared();
        Window window = world.createDynamicWindow()) {
      for (int round = 0; round < 2; round++) {
        MemorySegment memory = world.allocate(1024L * (round + 1), arena);
        window.attach(memory);
        long[] places = new long[size];
        world.allgather(Buffer.of(memory.address()), Buffer.of(places));
        int next = (world.rank() + 1) % size;
        int previous = (world.rank() + size - 1) % size;
        window.fence();
        window.put(Buffer.of(world.rank() + 1L), next, places[next] + 8);
        window.accumulate(Buffer.of(3L), next, places[next] + 1016, ReductionOperator.SUM);
        window.fence();
        assertThat(memory.get(JAVA_LONG, 8)).isEqualTo(previous + 1L);
        assertThat(memory.get(JAVA_LONG, 1016)).isEqualTo(3L);
        if (round == 0) {
          window.detach(memory);
        }
        world.barrier();
      }
    }
  }

  /** Epochs of different windows are apart, and data stays with its window. */
  static void severalWindows(Communicator world) {
    try (Window one = world.allocateWindow(8, 8);
        Window two = world.allocateWindow(8, 8)) {
      int next = (world.rank() + 1) % world.size();
      int previous = (world.rank() + world.size() - 1) % world.size();
      one.lockShared(next);
      two.lockExclusive(next);
      one.put(Buffer.of(world.rank() + 1L), next, 0);
      two.put(Buffer.of(-world.rank() - 1L), next, 0);
      two.unlock(next);
      one.unlock(next);
      world.barrier();
      assertThat(one.memory().get(JAVA_LONG, 0)).isEqualTo(previous + 1L);
      assertThat(two.memory().get(JAVA_LONG, 0)).isEqualTo(-previous - 1L);
    }
  }
}
