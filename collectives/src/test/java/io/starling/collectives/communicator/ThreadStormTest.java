package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import io.starling.runtime.PersistentRequest;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.Request;
import io.starling.runtime.ThreadLevel;
import io.starling.runtime.progress.thread.Threading;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Several threads of each rank call at random, each on a communicator of its own, and everything
 * they get is right.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ThreadStormTest {

  private static final long SEED = Long.getLong("starling.seed", System.nanoTime());
  private static final int ROUNDS = 150;
  private static final int LONGEST = 5000;

  static Stream<Arguments> teams() {
    return Stream.of(TestFabric.values())
        .flatMap(
            fabric ->
                Stream.of(false, true)
                    .flatMap(
                        progress ->
                            IntStream.of(1, 2, 3)
                                .mapToObj(size -> Arguments.of(fabric, progress, size))));
  }

  @ParameterizedTest(name = "{2} ranks on {0}, progress thread: {1}")
  @MethodSource("teams")
  void all_threads_may_call_at_the_same_time(TestFabric fabric, boolean progress, int size) {
    Threading threading = new Threading(ThreadLevel.MULTIPLE, progress);
    try (RankTeam team = RankTeam.threaded(fabric, size, SEED, threading)) {
      team.run(
          world -> {
            List<Communicator> own = Stream.generate(world::duplicate).limit(3).toList();
            onThreads(own.size(), thread -> storm(own.get(thread), SEED + thread));
            world.barrier();
            own.forEach(Communicator::close);
          });
    } catch (AssertionError e) {
      throw new AssertionError("seed " + SEED, e);
    }
  }

  @ParameterizedTest(name = "{2} ranks on {0}, progress thread: {1}")
  @MethodSource("teams")
  @Tag("slow")
  void threads_that_take_turns_may_call(TestFabric fabric, boolean progress, int size) {
    Threading threading = new Threading(ThreadLevel.SERIALIZED, progress);
    try (RankTeam team = RankTeam.threaded(fabric, size, SEED, threading)) {
      team.run(
          world -> {
            for (int turn = 0; turn < 5; turn++) {
              long seed = SEED + turn;
              onThreads(1, thread -> storm(world, seed));
            }
          });
    }
  }

  @ParameterizedTest(name = "{2} ranks on {0}, progress thread: {1}")
  @MethodSource("teams")
  void one_thread_calls_as_ever(TestFabric fabric, boolean progress, int size) {
    Threading threading = new Threading(ThreadLevel.FUNNELED, progress);
    try (RankTeam team = RankTeam.threaded(fabric, size, SEED, threading)) {
      team.run(world -> storm(world, SEED));
    }
  }

  @ParameterizedTest(name = "{2} ranks on {0}, progress thread: {1}")
  @MethodSource("teams")
  void threads_may_split_communicators_at_the_same_time(
      TestFabric fabric, boolean progress, int size) {
    Threading threading = new Threading(ThreadLevel.MULTIPLE, progress);
    try (RankTeam team = RankTeam.threaded(fabric, size, SEED, threading)) {
      team.run(
          world -> {
            List<Communicator> own = Stream.generate(world::duplicate).limit(3).toList();
            onThreads(own.size(), thread -> splits(own.get(thread)));
            world.barrier();
            own.forEach(Communicator::close);
          });
    }
  }

  private static void splits(Communicator own) {
    for (int round = 0; round < 10; round++) {
      try (Communicator part = own.split(own.rank() % 2, own.rank())) {
        long[] sum = new long[1];
        part.allreduce(Buffer.of(new long[] {1}), Buffer.of(sum), ReductionOperator.SUM);
        assertThat(sum[0]).isEqualTo(part.size());
      }
    }
  }

  static void onThreads(int count, IntConsumer program) {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    List<Thread> threads = new ArrayList<>();
    String name = Thread.currentThread().getName();
    for (int i = 0; i < count; i++) {
      int number = i;
      threads.add(
          Thread.ofPlatform()
              .daemon()
              .name(name + "-thread-" + i)
              .start(
                  () -> {
                    try {
                      program.accept(number);
                    } catch (Throwable e) {
                      failure.compareAndSet(null, e);
                    }
                  }));
    }
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      threads.forEach(Thread::interrupt);
      Thread.currentThread().interrupt();
    }
    if (failure.get() != null) {
      throw new AssertionError(failure.get().toString(), failure.get());
    }
  }

  private static void storm(Communicator world, long seed) {
    // The same choices on all ranks.
    SplittableRandom chance = new SplittableRandom(seed);
    for (int round = 0; round < ROUNDS; round++) {
      int count = 1 + chance.nextInt(LONGEST);
      int root = chance.nextInt(world.size());
      int salt = chance.nextInt();
      switch (chance.nextInt(6)) {
        case 0 -> broadcast(world, count, root, salt);
        case 1 -> allreduce(world, count, salt);
        case 2 -> ring(world, count, salt);
        case 3 -> nonBlocking(world, count, root, salt);
        case 4 -> persistent(world, count, root, salt);
        default -> world.barrier();
      }
    }
  }

  private static int[] values(int count, int salt) {
    return IntStream.range(0, count).map(i -> i * 31 + salt).toArray();
  }

  private static void broadcast(Communicator world, int count, int root, int salt) {
    int[] data = world.rank() == root ? values(count, salt) : new int[count];
    world.broadcast(Buffer.of(data), root);
    assertThat(data).isEqualTo(values(count, salt));
  }

  private static void allreduce(Communicator world, int count, int salt) {
    int[] sum = new int[count];
    world.allreduce(Buffer.of(values(count, salt)), Buffer.of(sum), ReductionOperator.SUM);
    assertThat(sum[count - 1]).isEqualTo(world.size() * values(count, salt)[count - 1]);
  }

  private static void ring(Communicator world, int count, int salt) {
    int next = (world.rank() + 1) % world.size();
    int previous = (world.rank() + world.size() - 1) % world.size();
    int[] got = new int[count];
    Request receive = world.iReceive(Buffer.of(got), previous, salt & 7);
    world.send(Buffer.of(values(count, salt + world.rank())), next, salt & 7);
    while (!receive.await(Duration.ofMillis(1))) {
      Thread.onSpinWait();
    }
    assertThat(got).isEqualTo(values(count, salt + previous));
    assertThat(receive.status().source()).isEqualTo(previous);
  }

  private static void nonBlocking(Communicator world, int count, int root, int salt) {
    int[] data = world.rank() == root ? values(count, salt) : new int[count];
    int[] sum = new int[count];
    Request broadcast = world.iBroadcast(Buffer.of(data), root);
    Request allreduce =
        world.iAllreduce(Buffer.of(values(count, salt)), Buffer.of(sum), ReductionOperator.SUM);
    while (!broadcast.test()) {
      Thread.onSpinWait();
    }
    allreduce.await();
    assertThat(data).isEqualTo(values(count, salt));
    assertThat(sum[0]).isEqualTo(world.size() * salt);
  }

  private static void persistent(Communicator world, int count, int root, int salt) {
    int[] data = world.rank() == root ? values(count, salt) : new int[count];
    try (PersistentRequest broadcast = world.broadcastInit(Buffer.of(data), root)) {
      broadcast.start().await();
      assertThat(data).isEqualTo(values(count, salt));
      if (world.rank() == root) {
        data[0]++;
      }
      broadcast.start().await();
      assertThat(data[0]).isEqualTo(salt + 1);
    }
  }
}
