package io.starling.topology.locality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LatencyMatrixTest {

  private static final List<String> HOSTS = List.of("a", "b", "c");

  private static double[][] with(int from, int to, double time) {
    double[][] times = {{0, 10, 20}, {12, 0, 30}, {20, 30, 0}};
    times[from][to] = time;
    return times;
  }

  @Test
  void of_two_directions_the_worse_one_counts() {
    LatencyMatrix matrix = LatencyMatrix.of(HOSTS, with(0, 0, 0));
    assertThat(matrix.roundTrip(0, 1)).isEqualTo(12);
    assertThat(matrix.roundTrip(1, 0)).isEqualTo(12);
    assertThat(matrix.roundTrip(2, 2)).isZero();
    assertThat(matrix.asymmetry()).isEqualTo(1.2);
    assertThat(matrix.noise()).isEqualTo(1.2);
    LatencyMatrix rates = LatencyMatrix.of(HOSTS, with(0, 0, 0), with(0, 0, 0));
    assertThat(rates.bandwidth(1, 0)).isEqualTo(10);
  }

  @Test
  void what_was_not_measured_is_refused_with_its_hosts() {
    refused(with(1, 2, Double.NaN), "the round-trip time from b to c", "not NaN");
    refused(with(0, 1, -3), "from a to b must be a positive number of us, not -3.0");
    refused(with(0, 1, 0), "from a to b", "not 0.0");
    refused(with(2, 0, 5000), "from c to a is 5000.0 us, but 20.0 back; measure this pair again");
    refused(new double[][] {{0, 1}, {1, 0}}, "3 hosts need a round-trip time for each of 3 x 3");
  }

  private static void refused(double[][] times, String... words) {
    assertThatThrownBy(() -> LatencyMatrix.of(HOSTS, times))
        .isInstanceOf(IllegalArgumentException.class)
        .message()
        .contains(words);
  }

  @Test
  void hosts_differ() {
    assertThatThrownBy(() -> LatencyMatrix.of(List.of("a", "a", "b"), with(0, 0, 0)))
        .hasMessage("hosts must have different names, not [a, a, b]");
  }

  @Test
  void some_hosts_may_be_selected_by_name() {
    LatencyMatrix two = LatencyMatrix.of(HOSTS, with(0, 0, 0)).select(List.of("c", "a"));
    assertThat(two.hosts()).containsExactly("c", "a");
    assertThat(two.roundTrip(0, 1)).isEqualTo(20);
    assertThatThrownBy(() -> two.select(List.of("c", "d")))
        .hasMessage("the matrix has no host 'd'; it has c, a");
  }
}
