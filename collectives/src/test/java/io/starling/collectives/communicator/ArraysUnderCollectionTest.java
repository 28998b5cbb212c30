package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.Request;
import io.starling.runtime.ThreadLevel;
import io.starling.runtime.progress.thread.Threading;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Arrays are sent, received and reduced while the garbage collector moves them. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ArraysUnderCollectionTest {

  private static final int ROUNDS = 30;
  private static final int THREADS = 2;

  private volatile List<byte[]> garbage = List.of();

  /** Runs a program while arrays become garbage and are collected. */
  private void run(TestFabric fabric, int size, Consumer<Communicator> program)
      throws InterruptedException {
    AtomicBoolean over = new AtomicBoolean();
    Thread collector =
        Thread.ofPlatform()
            .start(
                () -> {
                  while (!over.get()) {
                    garbage = IntStream.range(0, 20).mapToObj(i -> new byte[100_000 + i]).toList();
                    System.gc();
                    // Ranks need the processors between two collections.
                    LockSupport.parkNanos(3_000_000);
                  }
                });
    Threading threading = new Threading(ThreadLevel.MULTIPLE, false);
    try (RankTeam team = RankTeam.threaded(fabric, size, 1, threading)) {
      team.run(program);
    } finally {
      over.set(true);
      collector.join();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"SHARED", "SHARED_STAGED", "MIXED", "ROUTED"})
  void two_threads_of_each_rank_exchange_arrays(TestFabric fabric) throws InterruptedException {
    run(
        fabric,
        2,
        world ->
            ThreadStormTest.onThreads(
                THREADS,
                tag -> {
                  int other = 1 - world.rank();
                  SplittableRandom lengths = new SplittableRandom(tag);
                  for (int i = 0; i < ROUNDS; i++) {
                    long[] out = new long[length(lengths)];
                    Arrays.fill(out, i * 10L + tag);
                    Request send = world.iSend(Buffer.of(out), other, tag);
                    long[] in = new long[out.length];
                    world.receive(Buffer.of(in), other, tag);
                    assertThat(in).isEqualTo(out);
                    send.await();
                  }
                }));
  }

  @ParameterizedTest
  @EnumSource(names = {"SHARED", "SHARED_STAGED", "MIXED", "ROUTED"})
  void columns_of_arrays_are_sent_and_received(TestFabric fabric) throws InterruptedException {
    run(
        fabric,
        2,
        world -> {
          SplittableRandom lengths = new SplittableRandom(3);
          for (int i = 0; i < ROUNDS; i++) {
            int rows = length(lengths);
            Datatype column = Datatype.vector(rows, 1, 2, Datatype.INT32);
            int[] matrix = new int[2 * rows];
            Buffer buffer = Buffer.of(MemorySegment.ofArray(matrix), column, 1);
            if (world.rank() == 0) {
              Arrays.fill(matrix, i + 1);
              world.send(buffer, 1, 1);
            } else {
              world.receive(buffer, 0, 1);
              int[] expected = new int[matrix.length];
              for (int at = 0; at < matrix.length; at += 2) {
                expected[at] = i + 1;
              }
              assertThat(matrix).isEqualTo(expected);
            }
          }
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"SHARED", "SHARED_STAGED", "MIXED", "ROUTED"})
  void collectives_of_arrays_have_the_right_result(TestFabric fabric) throws InterruptedException {
    run(
        fabric,
        3,
        world -> {
          SplittableRandom lengths = new SplittableRandom(5);
          for (int i = 0; i < ROUNDS; i++) {
            double[] data = new double[length(lengths)];
            Arrays.fill(data, world.rank() + i);
            double[] sums = new double[data.length];
            world.allreduce(data, sums, ReductionOperator.SUM);
            assertThat(sums).isEqualTo(filled(sums.length, 3.0 * i + 3));
            world.reduce(data, world.rank() == 1 ? data : null, ReductionOperator.MAX, 1);
            world.broadcast(data, 1);
            assertThat(data).isEqualTo(filled(data.length, 2.0 + i));
          }
        });
  }

  private static double[] filled(int length, double value) {
    double[] array = new double[length];
    Arrays.fill(array, value);
    return array;
  }

  private static int length(SplittableRandom random) {
    return 1 + random.nextInt(1 << random.nextInt(1, 18));
  }
}
