package io.starling.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.launcher.placing.DefaultRanks;
import java.time.Duration;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class CompareOptionsTest {

  @Test
  void the_default_limit_leaves_five_minutes_beside_twice_the_warm_up_and_timing() {
    CompareWork work =
        work("--sizes=8,1K,8", "--warm-up=100", "--time=60000", "-n=" + DefaultRanks.here());
    assertThat(work.firstWarmUp()).isEqualTo(Duration.ofMillis(1600));
    assertThat(work.limit()).isEqualTo(Duration.ofMillis(300_000 + 2 * (1600 + 2 * 60_100)));
  }

  @Test
  void the_first_warm_up_of_many_ranks_does_not_use_the_limit_up() {
    CompareWork work = work("-n=4096");
    assertThat(work.limit())
        .isGreaterThan(work.firstWarmUp().multipliedBy(2).plus(Duration.ofMinutes(5)));
  }

  @Test
  void a_limit_of_the_user_counts_as_it_is() {
    assertThat(work("--timeout=5").limit()).isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void all_libraries_get_the_same_ranks_on_the_same_hosts() {
    CompareOptions options = options("-n", "3", "--host", "node1:2,node2:1");
    options.check();
    assertThat(options.hosts().list()).isEqualTo("node1:2,node2:1");
  }

  @Test
  void a_host_without_slots_is_refused_for_libraries_would_differ() {
    assertThatThrownBy(() -> options("-n", "2", "--host", "node1,node2:1").check())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("node1 needs its number of ranks, as in node1:2");
  }

  @Test
  void slots_that_ranks_do_not_fill_are_refused() {
    assertThatThrownBy(() -> options("-n", "2", "--host", "node1:2,node2:1").check())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-n must be 3, the number of slots of the hosts, not 2");
  }

  private static CompareWork work(String... arguments) {
    return options(arguments).work();
  }

  private static CompareOptions options(String... arguments) {
    Host host = new Host();
    new CommandLine(host).parseArgs(arguments);
    return host.options;
  }

  @Command
  private static final class Host {
    @Mixin private CompareOptions options;
  }
}
