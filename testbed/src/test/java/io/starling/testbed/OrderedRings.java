package io.starling.testbed;

import io.starling.collectives.Communicator;
import io.starling.collectives.Starling;
import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Allreduces by ring of ranks in several orders. Rank 0 prints the microseconds of each order.
 *
 * <p>Arguments: a file with an order of the ranks on each line, and the bytes to reduce.
 */
public final class OrderedRings {

  /** The best one counts: an order has connections of its own, whose streams find their speed. */
  private static final int REPETITIONS = 4;

  /** Before the first order: classes are loaded, code is compiled. */
  private static final int WARM_UPS = 2;

  private OrderedRings() {}

  public static void main(String... arguments) throws Exception {
    List<String> orders = Files.readAllLines(Path.of(arguments[0]));
    try (Communicator world = Starling.world()) {
      byte[] data = new byte[Integer.parseInt(arguments[1])];
      for (int i = 0; i < WARM_UPS; i++) {
        time(world.withAlgorithm("allreduce=ring"), data);
      }
      for (String order : orders) {
        List<Integer> ranks = Arrays.stream(order.split(" ")).map(Integer::valueOf).toList();
        try (Communicator ordered = world.split(0, ranks.indexOf(world.rank()))) {
          long time = time(ordered.withAlgorithm("allreduce=ring"), data);
          if (world.rank() == 0) {
            System.out.println(time / 1000 + " us");
          }
        }
      }
    }
  }

  private static long time(Communicator ring, byte... data) {
    byte[] result = new byte[data.length];
    long best = Long.MAX_VALUE;
    for (int i = 0; i < REPETITIONS; i++) {
      ring.barrier();
      long start = System.nanoTime();
      ring.allreduce(Buffer.of(data), Buffer.of(result), ReductionOperator.SUM);
      ring.barrier();
      best = Math.min(best, System.nanoTime() - start);
    }
    return best;
  }
}
