package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.tree.Placed;
import io.starling.collectives.tree.Placed.Mapping;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.Request;
import io.starling.runtime.Status;
import io.starling.runtime.progress.thread.Threading;
import io.starling.runtime.reduction.Fold;
import io.starling.runtime.reduction.FoldingOperator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A rank that loses its processor in the middle of a fold on shelves. */
@Timeout(60)
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LateFolderTest {

  private static final int HELPER = 2;
  private static final int LATE = 3;
  private static final int TURNS = 20_000;

  /** More segments than a lane has slots. */
  private static final int MANY = 600;

  /** A sum, before which others may do something. */
  private record Pausing(Runnable pause) implements FoldingOperator {
    @Override
    public String name() {
      return "pausing";
    }

    @Override
    public boolean commutative() {
      return true;
    }

    @Override
    public boolean supports(Datatype type) {
      return true;
    }

    @Override
    public Fold fold(Datatype type) {
      Fold sum = FoldingOperator.of(ReductionOperator.SUM).fold(type);
      return (left, leftOffset, right, rightOffset, into, intoOffset, bytes) -> {
        pause.run();
        sum.fold(left, leftOffset, right, rightOffset, into, intoOffset, bytes);
      };
    }
  }

  private final Placed twoGroups = Placed.on("package:2 numa:1 core:2 pu:1", 4, Mapping.BY_SLOT);
  private final MortalRanks ranks = new MortalRanks(4, 2, Threading.UNGUARDED, twoGroups::layout);

  private final List<CompletableFuture<Status>> open = new ArrayList<>();

  /** Another rank of its node folds its segment, and wants to use the slots again. */
  @Test
  void does_not_spoil_the_result_of_the_rank_that_took_over() {
    for (int rank = 0; rank < ranks.size(); rank++) {
      reduce(rank, ReductionOperator.SUM, new long[1], new long[1]);
    }
    runUntilAllHaveEnded();
    boolean[] hasPaused = new boolean[1];
    var operator =
        new Pausing(
            () -> {
              if (!hasPaused[0]) {
                hasPaused[0] = true;
                move(HELPER, TURNS);
              }
            });
    reduce(LATE, operator, new long[] {1000}, new long[1]);
    reduce(LATE, ReductionOperator.SUM, sevens(), new long[MANY]);
    move(LATE, TURNS);
    reduce(HELPER, ReductionOperator.SUM, new long[] {100}, new long[1]);
    reduce(HELPER, ReductionOperator.SUM, sevens(), new long[MANY]);
    for (int turn = 0; !hasPaused[0]; turn++) {
      assertThat(turn).as(ranks::whatAllWaitFor).isLessThan(TURNS);
      move(HELPER, 1);
      move(LATE, 1);
    }
    long[] result = new long[1];
    long[] next = new long[MANY];
    reduce(0, ReductionOperator.SUM, new long[] {1}, result);
    reduce(1, ReductionOperator.SUM, new long[] {1}, new long[1]);
    reduce(0, ReductionOperator.SUM, sevens(), next);
    reduce(1, ReductionOperator.SUM, sevens(), new long[MANY]);
    runUntilAllHaveEnded();
    assertThat(result).containsExactly(1102);
    assertThat(next).containsOnly(4 * 7);
  }

  private static long[] sevens() {
    long[] data = new long[MANY];
    Arrays.fill(data, 7);
    return data;
  }

  private void reduce(int rank, ReductionOperator operator, long[] data, long... result) {
    Request request =
        ranks
            .world(rank)
            .withAlgorithm("reduce=shelf,segment=8")
            .iReduce(Buffer.of(data), Buffer.of(result), operator, 0);
    open.add(request.toCompletionStage().toCompletableFuture());
  }

  private void move(int rank, int turns) {
    for (int turn = 0; turn < turns; turn++) {
      ranks.engine(rank).doWork();
    }
  }

  private void runUntilAllHaveEnded() {
    for (int step = 0; !open.stream().allMatch(CompletableFuture::isDone); step++) {
      assertThat(step).as(ranks::whatAllWaitFor).isLessThan(500_000);
      ranks.step();
    }
    open.forEach(CompletableFuture::join);
    open.clear();
  }
}
