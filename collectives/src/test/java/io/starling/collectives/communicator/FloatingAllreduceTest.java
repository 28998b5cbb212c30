package io.starling.collectives.communicator;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.Communicator;
import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.collectives.communicator.AlgorithmContract.Variant;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.ReductionOperator;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sums that round: in another order they have other bits. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class FloatingAllreduceTest {

  private static final ReductionOperator SUM_OF_PACKED =
      ReductionOperator.custom(
          "sum of packed",
          true,
          (left, right, into, count, type) -> {
            for (long at = 0; at < count * type.size(); at += Double.BYTES) {
              double sum =
                  left.get(JAVA_DOUBLE_UNALIGNED, at) + right.get(JAVA_DOUBLE_UNALIGNED, at);
              into.set(JAVA_DOUBLE_UNALIGNED, at, sum);
            }
          });

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5, 8})
  void all_ranks_get_the_same_bits_also_in_place_and_with_gaps(int size) {
    try (RankTeam team = RankTeam.open(TestFabric.SYNCHRONOUS, size)) {
      AlgorithmContract.variants()
          .filter(variant -> variant.algorithm().kind() == CollectiveKind.ALLREDUCE)
          .forEach(variant -> variant.counts().forEach(count -> check(team, variant, size, count)));
    }
  }

  private static void check(RankTeam team, Variant variant, int size, int count) {
    double[][] sums = new double[size][];
    team.run(
        world -> {
          Communicator chosen = world.withAlgorithm(variant.specification());
          double[] own = numbers(world.rank(), count);
          double[] sum = new double[count];
          chosen.allreduce(Buffer.of(own), Buffer.of(sum), ReductionOperator.SUM);
          sums[world.rank()] = sum;

          double[] inPlace = own.clone();
          chosen.allreduce(Buffer.IN_PLACE, Buffer.of(inPlace), ReductionOperator.SUM);
          assertThat(inPlace).as("%s, %d in place", variant, count).containsExactly(sum);

          double[] spaced = new double[2 * count];
          for (int i = 0; i < count; i++) {
            spaced[2 * i] = own[i];
          }
          chosen.allreduce(Buffer.IN_PLACE, everySecond(spaced), SUM_OF_PACKED);
          for (int i = 0; i < count; i++) {
            assertThat(spaced[2 * i]).as("%s, %d with gaps", variant, count).isEqualTo(sum[i]);
            assertThat(spaced[2 * i + 1]).isZero();
          }
        });
    for (double[] sum : sums) {
      assertThat(sum).as("%s, %d", variant, count).containsExactly(sums[0]);
    }
  }

  private static Buffer everySecond(double... numbers) {
    Datatype type = Datatype.resized(0, 2 * Double.BYTES, Datatype.FLOAT64);
    return Buffer.of(MemorySegment.ofArray(numbers), type, numbers.length / 2);
  }

  /** Large and small, so that nearly every sum is rounded. */
  private static double[] numbers(int rank, int count) {
    SplittableRandom chance = new SplittableRandom(rank);
    return chance
        .doubles(count)
        .map(number -> Math.scalb(number - 0.5, chance.nextInt(60)))
        .toArray();
  }
}
