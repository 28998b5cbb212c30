package io.starling.collectives;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.algorithm.Algorithm;
import io.starling.collectives.algorithm.AlgorithmRegistry;
import io.starling.collectives.algorithm.Parameter;
import io.starling.runtime.datatype.Datatype;
import io.starling.runtime.memory.Buffer;
import io.starling.runtime.progress.PersistentRequest;
import io.starling.runtime.reduction.ReductionOperator;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * What every registered algorithm must do, on every transport. To be registered is enough to be
 * tested here.
 */
class AlgorithmContractTest {

  private static final int[] SIZES = {1, 2, 3, 5, 7, 8, 13};
  private static final long[] COUNTS = {0, 1, 7, 1000, 5000};
  private static final long SEED = Long.getLong("starling.seed", System.nanoTime());

  @TestFactory
  Stream<DynamicTest> everyAlgorithmGivesTheResult() {
    return Stream.of(TestFabric.values())
        .flatMap(
            fabric ->
                AlgorithmRegistry.all().stream()
                    .flatMap(
                        algorithm ->
                            variants(algorithm).stream()
                                .map(
                                    variant ->
                                        DynamicTest.dynamicTest(
                                            "%s on %s (seed %d)".formatted(variant, fabric, SEED),
                                            () -> test(fabric, algorithm, variant)))));
  }

  /** The algorithm with short segments and small windows, on each tree where it takes one. */
  private static List<String> variants(Algorithm algorithm) {
    String name = algorithm.kind().label() + "=" + algorithm.name();
    if (!algorithm.parameters().contains(Parameter.SEGMENT)) {
      return List.of(name);
    }
    List<String> variants = new ArrayList<>();
    if (algorithm.parameters().contains(Parameter.TREE)) {
      variants.add(name + ",segment=1K,tree=binary");
      variants.add(name + ",segment=1K,tree=in-order-binary");
    } else {
      variants.add(name + ",segment=1K,send-window=2,receive-window=3");
      variants.add(name + ",segment=100,send-window=1,receive-window=2");
      variants.add(name + ",segment=64K");
    }
    return variants;
  }

  private static void test(TestFabric fabric, Algorithm algorithm, String variant) {
    for (int size : SIZES) {
      long t0 = System.nanoTime();
      try {
        fabric.run(size, SEED, world -> test(world.withAlgorithm(variant), algorithm));
      } finally {
        System.out.println(
            variant + " " + fabric + " " + size + " " + (System.nanoTime() - t0) / 1000000 + " ms");
      }
    }
  }

  private static void test(Communicator world, Algorithm algorithm) {
    var roots = new TreeSet<>(List.of(0, world.size() / 2, world.size() - 1));
    switch (algorithm.kind()) {
      case BARRIER -> barriers(world);
      case BROADCAST -> roots.forEach(root -> broadcasts(world, root));
      case REDUCE -> {
        boolean inOrder = algorithm.restrictions().isEmpty();
        roots.forEach(root -> reduces(world, root, TestOperators.SUM));
        if (inOrder) {
          roots.forEach(root -> reduces(world, root, TestOperators.COMPOSE));
        }
      }
    }
  }

  private static void barriers(Communicator world) {
    for (int i = 0; i < 3; i++) {
      world.barrier();
      world.iBarrier().await();
    }
    try (PersistentRequest barrier = world.barrierInit()) {
      barrier.start().await();
      barrier.start().await();
    }
  }

  private static void broadcasts(Communicator world, int root) {
    for (long count : COUNTS) {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment nativeMemory = arena.allocate(count * Long.BYTES, Long.BYTES);
        MemorySegment heapMemory = MemorySegment.ofArray(new long[(int) count]);
        Buffer inNative = Buffer.of(nativeMemory, Datatype.INT64);
        Buffer onHeap = Buffer.of(heapMemory, Datatype.INT64);

        fill(world, root, nativeMemory, 1);
        world.broadcast(inNative, root);
        verify(nativeMemory, 1);

        fill(world, root, nativeMemory, 2);
        fill(world, root, heapMemory, 3);
        var first = world.iBroadcast(inNative, root);
        var second = world.iBroadcast(onHeap, root);
        second.await();
        first.await();
        verify(nativeMemory, 2);
        verify(heapMemory, 3);

        try (PersistentRequest persistent = world.broadcastInit(onHeap, root)) {
          for (int salt = 4; salt < 6; salt++) {
            fill(world, root, heapMemory, salt);
            persistent.start().await();
            verify(heapMemory, salt);
          }
        }
      }
    }
  }

  private static void fill(Communicator world, int root, MemorySegment memory, long salt) {
    long count = memory.byteSize() / Long.BYTES;
    for (long i = 0; i < count; i++) {
      memory.setAtIndex(ValueLayout.JAVA_LONG, i, world.rank() == root ? value(i, salt) : -1);
    }
  }

  private static void verify(MemorySegment memory, long salt) {
    long count = memory.byteSize() / Long.BYTES;
    for (long i = 0; i < count; i++) {
      if (memory.getAtIndex(ValueLayout.JAVA_LONG, i) != value(i, salt)) {
        assertThat(memory.getAtIndex(ValueLayout.JAVA_LONG, i))
            .as("element %d of %d, salt %d", i, count, salt)
            .isEqualTo(value(i, salt));
      }
    }
  }

  private static long value(long index, long salt) {
    return (index + 1) * 0x9E3779B97F4A7C15L ^ salt;
  }

  private static void reduces(Communicator world, int root, ReductionOperator operator) {
    for (long count : COUNTS) {
      try (Arena arena = Arena.ofConfined()) {
        for (boolean onHeap : new boolean[] {false, true}) {
          reduceOnce(world, root, operator, count, onHeap, arena);
        }
      }
    }
  }

  private static void reduceOnce(
      Communicator world,
      int root,
      ReductionOperator operator,
      long count,
      boolean onHeap,
      Arena arena) {
    MemorySegment data = memory(count, onHeap, arena);
    MemorySegment result = memory(count, onHeap, arena);
    boolean isRoot = world.rank() == root;
    Buffer own = Buffer.of(data, Datatype.INT64);
    Buffer target = isRoot ? Buffer.of(result, Datatype.INT64) : Buffer.EMPTY;

    contribute(world, data);
    world.reduce(own, target, operator, root);
    verifyReduced(world, isRoot, operator, result);
    verifyUntouched(world, data);

    result.fill((byte) 0);
    contribute(world, isRoot ? result : data);
    var request = world.iReduce(isRoot ? Buffer.IN_PLACE : own, target, operator, root);
    while (!request.test()) {
      Thread.yield();
    }
    verifyReduced(world, isRoot, operator, result);

    try (PersistentRequest persistent = world.reduceInit(own, target, operator, root)) {
      for (int i = 0; i < 2; i++) {
        result.fill((byte) 0);
        persistent.start().await();
        verifyReduced(world, isRoot, operator, result);
      }
    }
  }

  private static MemorySegment memory(long count, boolean onHeap, Arena arena) {
    return onHeap
        ? MemorySegment.ofArray(new long[(int) count])
        : arena.allocate(count * Long.BYTES, Long.BYTES);
  }

  private static long contribution(int rank, long index) {
    return (rank + 3L) * 1_000_003 + index * 7919 + ((long) rank << 33);
  }

  private static void contribute(Communicator world, MemorySegment memory) {
    for (long i = 0; i < memory.byteSize() / Long.BYTES; i++) {
      memory.setAtIndex(ValueLayout.JAVA_LONG, i, contribution(world.rank(), i));
    }
  }

  private static void verifyUntouched(Communicator world, MemorySegment memory) {
    for (long i = 0; i < memory.byteSize() / Long.BYTES; i++) {
      if (memory.getAtIndex(ValueLayout.JAVA_LONG, i) != contribution(world.rank(), i)) {
        throw new AssertionError("the data of rank " + world.rank() + " was changed at " + i);
      }
    }
  }

  private static void verifyReduced(
      Communicator world, boolean isRoot, ReductionOperator operator, MemorySegment result) {
    if (!isRoot) {
      return;
    }
    for (long i = 0; i < result.byteSize() / Long.BYTES; i++) {
      long expected = contribution(0, i);
      for (int rank = 1; rank < world.size(); rank++) {
        expected = TestOperators.apply(operator, expected, contribution(rank, i));
      }
      long actual = result.getAtIndex(ValueLayout.JAVA_LONG, i);
      if (actual != expected) {
        assertThat(actual).as("element %d with %s", i, operator.name()).isEqualTo(expected);
      }
    }
  }
}
