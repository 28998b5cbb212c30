package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import io.starling.runtime.Request;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/** Broadcasts on shelves, beyond what the contract of all algorithms asks. */
class ShelfBroadcastTest extends ShelfContract {

  ShelfBroadcastTest() {
    super("broadcast=shelf");
  }

  @Override
  MortalRun mortalRun(Communicator world) {
    long[] wanted = LongStream.range(0, 600).toArray();
    long[] data = world.rank() == 1 ? wanted : new long[600];
    return new MortalRun(
        inShortSegments(world, "").iBroadcast(Buffer.of(data), 1),
        () -> assertThat(data).isEqualTo(wanted));
  }

  @Override
  void oneRun(Communicator world, int length) {
    inShortSegments(world, "").broadcast(Buffer.of(new long[length]), 0);
  }

  @Override
  void manyRuns(Communicator world, String parameters, int runs, int length) {
    Communicator chosen = inShortSegments(world, parameters);
    List<Request> open = new ArrayList<>();
    List<long[]> data = new ArrayList<>();
    for (int run = 0; run < runs; run++) {
      int root = run % world.size();
      long[] numbers = new long[length];
      if (world.rank() == root) {
        Arrays.setAll(numbers, index -> index);
        numbers[0] = run;
      }
      data.add(numbers);
      open.add(chosen.iBroadcast(Buffer.of(numbers), root));
      if (run % 3 == world.rank() % 3) {
        open.getLast().await();
      }
    }
    for (int run = 0; run < runs; run++) {
      open.get(run).await();
      long[] wanted = new long[length];
      Arrays.setAll(wanted, index -> index);
      wanted[0] = run;
      assertThat(data.get(run)).isEqualTo(wanted);
    }
  }
}
