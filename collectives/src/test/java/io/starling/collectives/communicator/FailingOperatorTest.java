package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.starling.collectives.Communicator;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.Request;
import io.starling.runtime.reduction.Fold;
import io.starling.runtime.reduction.FoldingOperator;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class FailingOperatorTest {

  private record Failing(RuntimeException problem) implements FoldingOperator {
    @Override
    public String name() {
      return "failing";
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
      return (left, leftOffset, right, rightOffset, into, intoOffset, bytes) -> {
        throw problem;
      };
    }
  }

  /** Where nothing is buffered, sends to a rank that has failed never end. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SYNCHRONOUS")
  void what_an_operator_throws_reaches_the_caller_and_the_communicator_lives_on(TestFabric fabric) {
    RuntimeException problem = new ArithmeticException("the operator's own");
    ReductionOperator operator = new Failing(problem);
    RankTeam.run(
        fabric,
        3,
        world -> {
          for (int i = 0; i < 3; i++) {
            Buffer data = Buffer.of(new long[] {world.rank()});
            long[] result = new long[1];
            Communicator flat = world.withAlgorithm("reduce=flat");
            if (world.rank() == 0) {
              assertThatThrownBy(() -> flat.reduce(data, Buffer.of(result), operator, 0))
                  .isSameAs(problem);
              Request request = flat.iReduce(data, Buffer.of(result), operator, 0);
              assertThatThrownBy(request::await).isSameAs(problem);
            } else {
              flat.reduce(data, Buffer.EMPTY, operator, 0);
              flat.iReduce(data, Buffer.EMPTY, operator, 0).await();
            }
            flat.reduce(data, Buffer.of(result), TestOperators.SUM, 0);
            if (world.rank() == 0) {
              assertThat(result).containsExactly(3);
            }
          }
        });
  }

  /** A segment has no result then, so all later reduces on these shelves fail, and none hangs. */
  @Test
  void it_ends_the_use_of_shelves() {
    RuntimeException problem = new ArithmeticException("the operator's own");
    ReductionOperator operator = new Failing(problem);
    RankTeam.run(
        TestFabric.LOCAL,
        2,
        world -> {
          Communicator shelf = world.withAlgorithm("reduce=shelf");
          Buffer data = Buffer.of(new long[1]);
          Buffer result = Buffer.of(new long[1]);
          Throwable first = catchThrowable(() -> shelf.reduce(data, result, operator, 0));
          Throwable next = catchThrowable(() -> shelf.reduce(data, result, operator, 0));
          long own = first == problem || next == problem ? 1 : 0;
          assertThat(world.allreduce(own, TestOperators.SUM)).as("ranks with it").isPositive();
          for (Throwable thrown : new Throwable[] {first, next}) {
            if (thrown != problem && (thrown != null || world.rank() == 0)) {
              assertThat(thrown).hasMessageContaining("failed to fold a segment");
            }
          }
        });
  }
}
