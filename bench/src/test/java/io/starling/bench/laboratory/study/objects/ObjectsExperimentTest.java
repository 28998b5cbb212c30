package io.starling.bench.laboratory.study.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.starling.bench.laboratory.Figure;
import io.starling.bench.laboratory.Laboratory;
import io.starling.bench.report.Panel;
import io.starling.bench.report.Panel.Point;
import io.starling.bench.report.Panel.Series;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** The quick experiment against the goals, which are those of the paper's figures. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class ObjectsExperimentTest {

  private static final double MIB = 1 << 20;
  private static final double GIB = 1 << 30;
  private static final double TRANSFER = Optimum.transfer(GIB);

  private static final Figure FIGURE = figure();

  /** All tests look at the same one. */
  private static Figure figure() {
    try (Laboratory laboratory = new Laboratory(2, (_, _, _) -> {})) {
      return ObjectsExperiment.run("objects", laboratory, true);
    }
  }

  private static Panel panel(String title) {
    return FIGURE.panels().stream()
        .filter(panel -> panel.title().startsWith(title))
        .findFirst()
        .orElseThrow();
  }

  private static Series series(String title, String name) {
    return panel(title).series().stream()
        .filter(series -> series.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static double value(String title, String name, double place) {
    return series(title, name).at(place).y();
  }

  @Test
  void a_round_trip_of_1_GiB_takes_1_01_times_what_the_bandwidth_allows_at_most() {
    assertThat(value("Round trip", "objects", GIB)).isBetween(2 * TRANSFER, 1.01 * 2 * TRANSFER);
  }

  @Test
  void collectives_of_1_GiB_on_16_hosts_are_close_to_the_optimum_and_a_star_is_not() {
    assertThat(value("Broadcast, times", "objects, 1 GiB", 16)).isBetween(1.0, 1.1);
    assertThat(value("Gather, times", "objects, 1 GiB", 16)).isBetween(1.0, 1.01);
    assertThat(value("Reduce, times", "objects, 1 GiB", 16)).isBetween(1.0, 1.15);
    assertThat(value("Allreduce, times", "objects, 1 GiB", 16)).isBetween(1.0, 1.15);
    assertThat(value("Broadcast, times", "star, 1 GiB", 16)).isCloseTo(15, within(0.1));
    assertThat(value("Reduce, times", "star, 1 GiB", 16)).isCloseTo(15, within(0.1));
    assertThat(value("Allreduce, times", "star, 1 GiB", 16)).isCloseTo(16, within(0.1));
  }

  @Test
  void a_broadcast_to_many_hosts_takes_1_3_times_the_optimum_at_most() {
    String broadcast = "Broadcast of 100 MiB to many hosts";
    for (double hosts : new double[] {16, 64, 256}) {
      assertThat(value(broadcast, "objects", hosts)).isBetween(1.0, 1.3);
      assertThat(value(broadcast, "star", hosts)).isGreaterThan(0.9 * (hosts - 1));
    }
    assertThat(value(broadcast, "objects", 256))
        .as("what the latencies of some more hops add")
        .isLessThan(1.05 * value(broadcast, "objects", 16));
  }

  @Test
  void nothing_is_faster_than_the_optimum() {
    assertThat(FIGURE.panels().stream().filter(panel -> panel.title().contains("the optimum")))
        .hasSize(5)
        .allSatisfy(
            panel ->
                assertThat(panel.series().stream().flatMapToDouble(Curve::values).min().orElse(0))
                    .isGreaterThan(0.9999));
  }

  @Test
  void small_objects_take_a_few_latencies() {
    assertThat(value("Objects of 1 KiB", "broadcast", 16)).isLessThan(3 * 25e-6);
    assertThat(value("Objects of 1 KiB", "allreduce", 16)).isLessThan(20 * 25e-6);
  }

  @Test
  void who_comes_late_waits_one_transfer_and_in_an_allreduce_two() {
    double last = 15 * 0.3;
    assertThat(value("Broadcast of 1 GiB", "objects", 0.3) - last).isLessThan(1.01 * TRANSFER);
    assertThat(value("Reduce of 1 GiB", "objects", 0.3) - last).isLessThan(1.01 * TRANSFER);
    assertThat(value("Allreduce of 1 GiB", "objects", 0.3) - last).isLessThan(2.05 * TRANSFER);
    assertThat(value("Reduce of 1 GiB", "star", 0.3) - last).isGreaterThan(9 * TRANSFER);
  }

  @Test
  void training_is_as_much_faster_as_in_the_paper() {
    String turn = "as a star in turn";
    assertThat(value("Asynchronous SGD on 16 nodes (figure 9): objects", turn, 233 * MIB))
        .isGreaterThan(7.7);
    String free = "Asynchronous SGD with 233 MiB on 16 nodes, over the time of a gradient: objects";
    assertThat(value(free, turn, 0)).isGreaterThan(7.9);
    assertThat(value(free, "as a star", 0)).isGreaterThan(3.9);
    assertThat(value("Gradients of 64 MiB, as A3C (figure 10): objects", turn, 16))
        .isGreaterThan(3.9);
    assertThat(value("Samples for a policy of 64 MiB, as IMPALA (figure 10): objects", turn, 16))
        .isGreaterThan(1.8);
  }

  @Test
  void synchronous_training_is_as_far_from_a_ring_as_in_the_paper() {
    String synchronous = "Synchronous training";
    double bound = value(synchronous, "a ring's bound", 233 * MIB);
    assertThat(value(synchronous, "objects", 233 * MIB)).isBetween(0.88 * bound, bound);
    assertThat(value(synchronous, "star", 233 * MIB)).isLessThan(0.2 * bound);
  }

  @Test
  void training_with_a_worker_less_goes_on_and_recovers() {
    double[] seconds =
        Curve.values(series("Asynchronous SGD with 97 MiB and 6 workers", "objects")).toArray();
    double before = pairs(2, 8, seconds);
    assertThat(pairs(10, 12, seconds)).isBetween(1.5 * before, 3 * before);
    assertThat(pairs(16, 24, seconds)).isCloseTo(before, within(0.1 * before));
  }

  /** Two iterations use the answers of all six workers once; the mean time of them. */
  private static double pairs(int from, int to, double... seconds) {
    return DoubleStream.of(seconds).limit(to).skip(from).average().orElseThrow() * 2;
  }

  @Test
  void serving_is_faster_than_with_a_star_and_goes_on_after_a_death() {
    assertThat(value("Serving: objects", "as a star", 16)).isGreaterThan(3.4);
    String failure = "Serving on 8 nodes";
    double usual = value(failure, "objects", 1);
    assertThat(value(failure, "objects", 7)).isBetween(usual, usual + 0.03);
    assertThat(value(failure, "objects", 8)).isCloseTo(usual, within(0.001));
    assertThat(value(failure, "objects", 24)).isCloseTo(usual, within(0.001));
    assertThat(value(failure, "star", 8)).isLessThan(value(failure, "star", 1) - 0.005);
  }

  @Test
  void a_death_costs_a_broadcast_the_time_until_it_is_noticed_and_a_reduce_what_it_had() {
    String broadcast = "A host dies in a broadcast";
    assertThat(value(broadcast, "first byte of another source", 50)).isBetween(0.0, 0.03);
    assertThat(value(broadcast, "ends later by", 50)).isBetween(0.0, 0.03);
    String reduce = "A host dies in a reduce";
    assertThat(value(reduce, "first byte of the new sum", 50)).isBetween(0.0, 0.05);
    assertThat(value(reduce, "ends later by", 50)).isBetween(0.0, 0.55 * TRANSFER);
  }

  @Test
  void messages_and_the_load_of_a_shard_do_not_grow_with_the_number_of_hosts() {
    String small = "10,000 puts and gets of 1 KiB a second on each host: ";
    for (double hosts : new double[] {16, 64, 256}) {
      assertThat(value(small + "messages", "for a get", hosts)).isBetween(1.8, 2.0);
      assertThat(value(small + "messages", "for a put", hosts)).isBetween(3.7, 4.0);
      assertThat(value(small + "messages a second", "mean", hosts)).isBetween(55_000.0, 60_000.0);
      assertThat(value(small + "messages a second", "busiest", hosts)).isLessThan(80_000);
      assertThat(value(small + "time", "of a get", hosts)).isLessThan(60e-6);
    }
  }

  @Test
  void the_paper_s_figures_stand_beside_ours() {
    assertThat(
            FIGURE.panels().stream()
                .flatMap(panel -> panel.series().stream())
                .flatMap(series -> series.points().stream())
                .mapToDouble(Point::paper)
                .filter(Double::isFinite))
        .contains(7.8, 3.9, 2.2, 1.9, 1.8, 3.3);
  }
}
