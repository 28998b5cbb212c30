package io.starling.collectives.shelf;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.operation.CollectiveOperation;
import io.starling.collectives.operation.Context;
import io.starling.collectives.tree.TreeShapes;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.Engine;
import io.starling.runtime.progress.Tags;
import io.starling.runtime.progress.assembly.Engines;
import io.starling.runtime.progress.thread.BackoffIdleStrategy;
import io.starling.runtime.reduction.Fold;
import io.starling.runtime.reduction.FoldingOperator;
import io.starling.runtime.transport.local.LocalFabric;
import io.starling.topology.layout.Layout;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** What a rank remembers of the collectives on its shelves. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ShelvesTest {

  private static final int SIZE = 3;
  private static final int BYTES = 8;
  private static final int RUNS = 2000;

  private final LocalFabric fabric = new LocalFabric(SIZE);
  private final List<Context> contexts =
      IntStream.range(0, SIZE)
          .mapToObj(rank -> Engines.of(fabric.port(rank), BackoffIdleStrategy.forRank(true)))
          .map(engine -> Context.world(engine, Layout.flat(SIZE)))
          .toList();

  /** Ranks that are never its root need no room for their group. */
  @Test
  void a_rank_forgets_broadcasts_whose_slots_are_free() {
    run(context -> new ShelfBroadcast(context, 0, BYTES, BYTES, 1, TreeShapes::chain));
    for (Context context : contexts) {
      Shelves shelves = Shelves.of(context, BYTES);
      assertThat(shelves.unfreed()).isLessThanOrEqualTo(shelves.slots() + 1);
    }
  }

  @Test
  void a_rank_forgets_reduces_whose_results_have_gone() {
    Fold sum = FoldingOperator.of(ReductionOperator.SUM).fold(Datatype.INT64);
    run(context -> new ShelfReduce(context, 0, BYTES, BYTES, BYTES, sum, TreeShapes::chain));
    for (Context context : contexts) {
      FoldShelves shelves = FoldShelves.of(context, BYTES);
      assertThat(shelves.ungone()).isLessThanOrEqualTo(2 * shelves.slots() + 1);
    }
  }

  private void run(Function<Context, CollectiveOperation> operation) {
    Memory data = Memory.of(Arena.ofAuto().allocate(BYTES, BYTES));
    Memory result = Memory.of(Arena.ofAuto().allocate(BYTES, BYTES));
    List<CollectiveOperation> ofRanks = contexts.stream().map(operation).toList();
    for (int run = 0; run < RUNS; run++) {
      for (CollectiveOperation each : ofRanks) {
        each.useMemory(data, result);
        each.useTag(Tags.check(0, run, 0), run);
        each.begin();
      }
      while (!ofRanks.stream().allMatch(CollectiveOperation::isDone)) {
        contexts.stream().map(Context::engine).forEach(Engine::doWork);
      }
    }
  }
}
