package io.starling.bench;

import io.starling.collectives.Communicator;
import io.starling.collectives.Starling;
import io.starling.collectives.selection.AlgorithmDescription;
import io.starling.gpu.DeviceBuffer;
import io.starling.gpu.Gpu;
import io.starling.runtime.Datatype;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;

/** What ranks of the tests with a GPU run; the first argument says what, the second is a seed. */
public final class GpuContractProgram {

  /** Elements of four bytes: many segments, and fewer. */
  private static final int MANY = 5001;

  private static final List<Integer> FEW = List.of(0, 1, 7, 997);

  /** More processes than these share so few processors that they run only a part. */
  static final int FEW_RANKS = 3;

  private static final List<String> SEGMENTS = List.of("1000", "1K", "4K", "16K");

  /** Elements that go from device to device between ranks of one host, and segments that do. */
  private static final int LONG = 100_003;

  private static final List<String> LONG_SEGMENTS = List.of("70000", "128K", "1M");

  private GpuContractProgram() {}

  public static void main(String... arguments) {
    long seed = Long.parseLong(arguments[1]);
    try (Communicator world = Starling.world();
        Gpu gpu = Gpu.open()) {
      switch (arguments[0]) {
        case "contract" -> {
          collectives(world, gpu, seed, false);
          new GpuOperators(world, gpu, seed).check();
          new GpuMessages(world, gpu, seed).check();
        }
        case "messages" -> {
          new GpuMessages(world, gpu, seed).check();
          new GpuMessageEnds(world, gpu, seed).check();
        }
        case "message" -> message(world, gpu, Integer.parseInt(arguments[2]));
        case "peers" -> collectives(world, gpu, seed, true);
        case "broadcast" -> broadcast(world, gpu, Integer.parseInt(arguments[2]));
        default -> throw new IllegalArgumentException(arguments[0]);
      }
      world.barrier();
      System.out.printf("rank %d of %d is through%n", world.rank(), world.size());
    }
  }

  /** Every algorithm, each time with other parameters. */
  private static void collectives(Communicator world, Gpu gpu, long seed, boolean isLong) {
    RandomGenerator random = new Random(seed);
    List<String> segments = isLong ? LONG_SEGMENTS : SEGMENTS;
    for (var algorithm : AlgorithmDescription.all()) {
      if (!algorithm.collective().matches("barrier|neighbour.*")) {
        String name = algorithm.collective() + "=" + algorithm.name();
        for (int count : isLong ? List.of(LONG) : counts(world, random)) {
          String segment = segments.get(random.nextInt(segments.size()));
          boolean hasSegments = algorithm.parameters().contains("segment");
          String specification = hasSegments ? name + ",segment=" + segment : name;
          Communicator chosen = world.withAlgorithm(specification);
          check(chosen, gpu, specification, algorithm.collective(), count, random.nextLong());
        }
      }
    }
  }

  private static List<Integer> counts(Communicator world, RandomGenerator random) {
    int few = FEW.get(random.nextInt(FEW.size()));
    return world.size() <= FEW_RANKS ? List.of(few, MANY) : List.of(MANY);
  }

  private static void check(
      Communicator chosen, Gpu gpu, String specification, String collective, int count, long seed) {
    try {
      boolean inAllForms = count == MANY && chosen.size() <= FEW_RANKS;
      for (GpuCall call : new GpuCalls(chosen, count, seed).of(collective)) {
        if (inAllForms) {
          call.check(gpu);
        } else {
          call.checkOnce(gpu);
        }
      }
    } catch (AssertionError e) {
      throw new AssertionError(specification + ": " + e.getMessage(), e);
    }
  }

  /** Nothing but one message between devices. */
  private static void message(Communicator world, Gpu gpu, int bytes) {
    try (DeviceBuffer memory = gpu.allocate(bytes)) {
      if (world.rank() == 0) {
        world.send(memory.as(Datatype.INT8), 1, 1);
      } else {
        world.receive(memory.as(Datatype.INT8), 0, 1);
      }
    }
  }

  /** Nothing but one broadcast between devices. */
  private static void broadcast(Communicator world, Gpu gpu, int bytes) {
    try (DeviceBuffer memory = gpu.allocate(bytes)) {
      world.broadcast(memory.as(Datatype.INT8), 0);
    }
  }
}
