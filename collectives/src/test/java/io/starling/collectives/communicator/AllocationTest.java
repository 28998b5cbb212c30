package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.starling.collectives.CartesianCommunicator;
import io.starling.collectives.Communicator;
import io.starling.collectives.Counts;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.PersistentRequest;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.memory.MemoryBuffer;
import java.lang.foreign.Arena;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A repeated collective allocates nothing, however many segments it has. Only what wraps memory on
 * a device allocates, once a call.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@Tag("fresh")
class AllocationTest {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final int BYTES = 1 << 20;

  /** A thousand segments of a call on a device: less than a byte for each of them. */
  private static final long MOST_BYTES_ON_A_DEVICE = 384;

  /** A receive returns a new status. */
  private static final long STATUS_BYTES = 32;

  /** One element for each of two neighbours. */
  private static final Counts NEIGHBOURS = Counts.of(1, 1);

  private static final int CALLS = 20;
  private static final int ROUNDS = 200;
  private static final String SEGMENTS = "broadcast=chain,segment=1K;reduce=chain,segment=1K";

  /** Where the data lies. */
  enum Memory {
    NATIVE(arena -> Buffer.of(arena.allocate(BYTES, Long.BYTES), Datatype.FLOAT32)),
    HEAP(arena -> Buffer.of(new float[BYTES / Float.BYTES])),
    DEVICE(null);

    final Function<Arena, Buffer> allocate;

    Memory(Function<Arena, Buffer> allocate) {
      this.allocate = allocate;
    }

    /** How a rank allocates, which has one device. */
    Function<Arena, Buffer> ofRank() {
      PromptDevice device = new PromptDevice();
      return this == DEVICE
          ? arena -> MemoryBuffer.of(device.region(BYTES, arena), Datatype.FLOAT32)
          : allocate;
    }
  }

  @ParameterizedTest
  @CsvSource({"UCX, NATIVE", "UCX, HEAP", "SHARED, NATIVE", "SHARED, HEAP", "SHARED, DEVICE"})
  void a_broadcast_allocates_nothing_per_segment(TestFabric fabric, Memory memory) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          try (Arena arena = Arena.ofConfined()) {
            Buffer data = memory.ofRank().apply(arena);
            measure(world, mostBytes(memory), chosen -> chosen.broadcast(data, 0));
          }
        });
  }

  @ParameterizedTest
  @CsvSource({"UCX, NATIVE", "UCX, HEAP", "SHARED, NATIVE", "SHARED, HEAP", "SHARED, DEVICE"})
  void a_reduce_allocates_nothing_per_segment(TestFabric fabric, Memory memory) {
    RankTeam.run(
        fabric,
        2,
        world -> {
          try (Arena arena = Arena.ofConfined()) {
            Function<Arena, Buffer> allocate = memory.ofRank();
            Buffer data = allocate.apply(arena);
            Buffer result = allocate.apply(arena);
            long most = mostBytes(memory);
            measure(world, most, chosen -> chosen.reduce(data, result, ReductionOperator.SUM, 0));
          }
        });
  }

  private static long mostBytes(Memory memory) {
    return memory == Memory.DEVICE ? MOST_BYTES_ON_A_DEVICE : 0;
  }

  @Test
  void a_broadcast_of_blocks_allocates_nothing_per_segment() {
    RankTeam.run(
        TestFabric.UCX,
        2,
        world -> {
          try (Arena arena = Arena.ofConfined()) {
            Datatype half = Datatype.vector(BYTES / 32, 2, 4, Datatype.FLOAT64);
            Buffer data = Buffer.of(arena.allocate(BYTES, Long.BYTES), half, 1);
            measure(world, 0, chosen -> chosen.broadcast(data, 0));
          }
        });
  }

  /** The calls of a rank with its own buffers. */
  interface Calls {
    Runnable of(Communicator world, Buffer data, Buffer all);
  }

  private record Persistent(PersistentRequest request) implements Runnable {
    @Override
    public void run() {
      request.start();
      request.await();
    }
  }

  static Stream<Arguments> shortCalls() {
    return Stream.of(TestFabric.SHARED, TestFabric.UCX, TestFabric.MIXED)
        .flatMap(
            fabric ->
                Stream.concat(equalCalls(), callsWithCounts())
                    .map(entry -> Arguments.of(fabric, entry.getKey(), entry.getValue())));
  }

  /** One element for each rank. */
  private static Counts counts(Communicator world) {
    return Counts.of(LongStream.generate(() -> 1).limit(world.size()).toArray());
  }

  private static CartesianCommunicator ring(Communicator world) {
    return world.cartesian(new int[] {world.size()}, new boolean[] {true}, false);
  }

  private static Stream<Map.Entry<String, Calls>> callsWithCounts() {
    return Stream.of(
        Map.entry(
            "gatherv",
            (world, data, all) -> {
              Counts counts = counts(world);
              return () -> world.gatherv(data, all, counts, 0);
            }),
        Map.entry(
            "scatterv",
            (world, data, all) -> {
              Counts counts = counts(world);
              return () -> world.scatterv(all, counts, data, 0);
            }),
        Map.entry(
            "allgatherv",
            (world, data, all) -> {
              Counts counts = counts(world);
              return () -> world.allgatherv(data, all, counts);
            }),
        Map.entry(
            "alltoallv",
            (world, data, all) -> {
              Counts counts = counts(world);
              Buffer result = Buffer.of(new long[world.size()]);
              return () -> world.alltoallv(all, counts, result, counts);
            }),
        Map.entry(
            "reduceScatter",
            (world, data, all) -> {
              Counts counts = counts(world);
              return () -> world.reduceScatter(all, data, counts, ReductionOperator.SUM);
            }),
        Map.entry(
            "neighbourAllgather",
            (world, data, all) -> {
              Buffer result = Buffer.of(new long[2]);
              CartesianCommunicator ring = ring(world);
              return () -> ring.neighbourAllgather(data, result);
            }),
        Map.entry(
            "neighbourAlltoallv",
            (world, data, all) -> {
              Buffer result = Buffer.of(new long[2]);
              CartesianCommunicator ring = ring(world);
              Buffer two = all.slice(0, 2);
              return () -> ring.neighbourAlltoallv(two, NEIGHBOURS, result, NEIGHBOURS);
            }));
  }

  private static Stream<Map.Entry<String, Calls>> equalCalls() {
    return Stream.of(
        Map.entry("barrier", (world, data, all) -> world::barrier),
        Map.entry("broadcast", (world, data, all) -> () -> world.broadcast(data, 0)),
        Map.entry(
            "reduce",
            (world, data, all) -> {
              Buffer result = slot(all);
              return () -> world.reduce(data, result, ReductionOperator.SUM, 0);
            }),
        Map.entry(
            "allreduce",
            (world, data, all) -> {
              Buffer result = slot(all);
              return () -> world.allreduce(data, result, ReductionOperator.SUM);
            }),
        Map.entry("allgather", (world, data, all) -> () -> world.allgather(data, all)),
        Map.entry("gather", (world, data, all) -> () -> world.gather(data, all, 0)),
        Map.entry("scatter", (world, data, all) -> () -> world.scatter(all, data, 0)),
        Map.entry(
            "alltoall in place", (world, data, all) -> () -> world.alltoall(Buffer.IN_PLACE, all)),
        Map.entry("persistent barrier", (world, data, all) -> new Persistent(world.barrierInit())),
        Map.entry(
            "persistent broadcast",
            (world, data, all) -> new Persistent(world.broadcastInit(data, 0))),
        Map.entry(
            "persistent allreduce",
            (world, data, all) ->
                new Persistent(world.allreduceInit(data, slot(all), ReductionOperator.SUM))),
        Map.entry(
            "send and receive",
            (world, data, all) -> {
              Buffer into = slot(all);
              int next = (world.rank() + 1) % world.size();
              int previous = (world.rank() + world.size() - 1) % world.size();
              return () -> world.sendReceive(data, next, 0, into, previous, 0);
            }));
  }

  private static Buffer slot(Buffer all) {
    return all.slice(0, 1);
  }

  /**
   * Two ranks, or four on three hosts. {@link TestFabric#ROUTED} is left out: a local port makes
   * objects for each message, also without routes.
   */
  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("shortCalls")
  void a_repeated_call_allocates_nothing(TestFabric fabric, String name, Calls calls) {
    RankTeam.run(
        fabric,
        fabric == TestFabric.MIXED ? 4 : 2,
        world -> {
          try (Arena arena = Arena.ofConfined()) {
            Buffer data = Buffer.of(arena.allocate(Long.BYTES, Long.BYTES), Datatype.INT64);
            long bytes = (long) world.size() * Long.BYTES;
            Buffer all = Buffer.of(arena.allocate(bytes, Long.BYTES), Datatype.INT64);
            Runnable call = calls.of(world, data, all);
            measure(world, 1000, name.startsWith("send") ? STATUS_BYTES : 0, call);
          }
        });
  }

  /** Warm-up ends with the first round that allocates little: then the JIT is done. */
  private static void measure(Communicator world, long most, Consumer<Communicator> call) {
    Communicator chosen = world.withAlgorithm(SEGMENTS);
    measure(world, CALLS, most, () -> call.accept(chosen));
  }

  private static void measure(Communicator world, int calls, long most, Runnable call) {
    long[] perCall = {Long.MAX_VALUE};
    long[] done = new long[1];
    for (int round = 0; round < ROUNDS && done[0] < world.size(); round++) {
      long before = allocated();
      for (int i = 0; i < calls; i++) {
        call.run();
      }
      perCall[0] = Math.min(perCall[0], (allocated() - before) / calls);
      Buffer steady = Buffer.of(new long[] {perCall[0] <= most ? 1 : 0});
      world.reduce(steady, Buffer.of(done), ReductionOperator.SUM, 0);
      world.broadcast(Buffer.of(done), 0);
    }
    assertThat(perCall[0]).as("bytes of a call").isLessThanOrEqualTo(most);
  }

  private static long allocated() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }
}
