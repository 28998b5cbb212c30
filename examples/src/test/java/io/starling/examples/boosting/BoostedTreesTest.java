package io.starling.examples.boosting;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.Starling;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BoostedTreesTest {

  private static final int ROWS = 2000;
  private static final int BINS = 64;

  private record Result(List<String> model, double before, double after) {}

  private static Result train(int ranks, int features) {
    AtomicReference<Result> result = new AtomicReference<>();
    Starling.local(
        ranks,
        world -> {
          int first = ROWS * world.rank() / ranks;
          int count = ROWS * (world.rank() + 1) / ranks - first;
          Rows rows = Rows.generate(7, first, count, features, BINS);
          BoostedTrees trees = new BoostedTrees(world, rows, BINS, 4);
          double before = trees.error();
          for (int tree = 0; tree < 8; tree++) {
            trees.addTree();
          }
          double after = trees.error();
          if (world.rank() == ranks - 1) {
            result.set(new Result(trees.model(), before, after));
          }
        });
    return result.get();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4})
  void any_number_of_ranks_learns_the_same_model(int ranks) {
    assertThat(train(ranks, 6).model()).isEqualTo(train(1, 6).model());
  }

  @Test
  void the_error_becomes_smaller() {
    Result result = train(2, 6);
    assertThat(result.after).isLessThan(result.before / 3);
  }

  @Test
  void ranks_may_have_no_features_or_rows() {
    assertThat(train(4, 2).model()).isEqualTo(train(1, 2).model());
  }

  @Test
  void rows_that_are_all_alike_are_one_leaf() {
    Rows rows = Rows.generate(1, 0, 1, 3, BINS);
    Starling.local(
        1,
        world -> {
          BoostedTrees trees = new BoostedTrees(world, rows, BINS, 3);
          double before = trees.error();
          trees.addTree();
          assertThat(trees.error()).isLessThan(before);
        });
  }
}
