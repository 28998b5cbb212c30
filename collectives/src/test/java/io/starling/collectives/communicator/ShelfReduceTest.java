package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.Request;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Reduces on shelves, beyond what the contract of all algorithms asks. */
class ShelfReduceTest extends ShelfContract {

  ShelfReduceTest() {
    super("reduce=shelf");
  }

  @Override
  MortalRun mortalRun(Communicator world) {
    long[] data = LongStream.range(0, 600).toArray();
    long[] result = new long[600];
    Request request =
        inShortSegments(world, "")
            .iReduce(Buffer.of(data), Buffer.of(result), ReductionOperator.SUM, 1);
    return new MortalRun(
        request,
        () -> {
          if (world.rank() == 1) {
            long[] wanted = LongStream.of(data).map(each -> world.size() * each).toArray();
            assertThat(result).isEqualTo(wanted);
          }
        });
  }

  /** It takes 40 s on slow machines. */
  @Override
  @Test
  @Tag("slow")
  void slots_are_used_again_on_a_node_of_many_ranks() {
    oneRunOfManyRanks();
  }

  @Override
  void oneRun(Communicator world, int length) {
    long[] data = new long[length];
    inShortSegments(world, "")
        .reduce(Buffer.of(data), Buffer.of(data.clone()), ReductionOperator.SUM, 0);
  }

  @Override
  void manyRuns(Communicator world, String parameters, int runs, int length) {
    Communicator chosen = inShortSegments(world, parameters);
    List<Request> open = new ArrayList<>();
    List<long[]> results = new ArrayList<>();
    for (int run = 0; run < runs; run++) {
      long[] numbers = new long[length];
      Arrays.setAll(numbers, index -> index);
      numbers[0] = run;
      results.add(new long[length]);
      open.add(
          chosen.iReduce(
              Buffer.of(numbers),
              Buffer.of(results.get(run)),
              ReductionOperator.SUM,
              run % world.size()));
      if (run % 3 == world.rank() % 3) {
        open.getLast().await();
      }
    }
    for (int run = 0; run < runs; run++) {
      open.get(run).await();
      if (run % world.size() == world.rank()) {
        long[] wanted = new long[length];
        Arrays.setAll(wanted, index -> (long) index * world.size());
        wanted[0] = (long) run * world.size();
        assertThat(results.get(run)).isEqualTo(wanted);
      }
    }
  }
}
