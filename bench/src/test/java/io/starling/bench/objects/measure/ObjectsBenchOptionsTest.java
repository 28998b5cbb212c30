package io.starling.bench.objects.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.bench.BenchCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class ObjectsBenchOptionsTest {

  @CommandLine.Command
  private static final class Holder {
    @CommandLine.Mixin private ObjectsBenchOptions options;
  }

  private static ObjectsBenchOptions parse(String... words) {
    Holder holder = new Holder();
    new CommandLine(holder).parseArgs(words);
    return holder.options;
  }

  @Test
  void all_that_the_ranks_allow_is_measured_by_default() {
    assertThat(parse().benchmarks(2))
        .contains(ObjectsBenchmark.PUT, ObjectsBenchmark.EMBEDDED)
        .doesNotContain(ObjectsBenchmark.RECOVERY);
    assertThat(parse().benchmarks(3)).contains(ObjectsBenchmark.RECOVERY);
  }

  @Test
  void ranks_read_what_the_command_has_read() {
    ObjectsBenchOptions given =
        parse("get,put", "--sizes=1K,2M", "--memory=64M", "--iterations=7", "--with=redis,gloo");
    ObjectsBenchOptions read = parse(given.toArguments(2).toArray(String[]::new));
    assertThat(read.benchmarks(2)).containsExactly(ObjectsBenchmark.GET, ObjectsBenchmark.PUT);
    assertThat(read.sizes(ObjectsBenchmark.PUT)).containsExactly(1L << 10, 2L << 20);
    assertThat(read.sizes(ObjectsBenchmark.READ)).containsExactly(8L);
    assertThat(read.memory()).isEqualTo(64 << 20);
    assertThat(read.iterations()).hasValue(7);
    assertThat(read.peers()).containsExactly(PeerKind.REDIS, PeerKind.GLOO);
  }

  @Test
  void a_reduce_needs_room_for_three_objects_and_a_gather_for_one_of_each_rank() {
    assertThat(ObjectsBenchmark.REDUCE.memory(100, 5)).isEqualTo(300);
    assertThat(ObjectsBenchmark.GATHER.memory(100, 5)).isEqualTo(500);
  }

  @Test
  void what_cannot_be_is_named() {
    assertThatThrownBy(() -> parse("--sizes=6").check(2)).hasMessageContaining("multiples of 4");
    assertThatThrownBy(() -> parse("--memory=1M").check(2)).hasMessageContaining("--memory");
    assertThatThrownBy(() -> parse("--memory=many").check(2)).hasMessageContaining("--memory");
    assertThatThrownBy(() -> parse("recovery").check(2)).hasMessageContaining("3 ranks");
    parse("recovery").check(3);
  }

  @ParameterizedTest
  @CsvSource({
    "walk, 'must be one of put, get, write, read'",
    "--with=memcached, 'must be one of redis, nats, hazelcast, dask, gloo, openmpi'",
    "recovery, 'recovery needs at least 3 ranks'",
    "--iterations=0, '--iterations must be at least 1'",
    "--ranks=1, '--ranks must be at least 2'"
  })
  void wrong_usage_ends_with_status_2(String word, String said) {
    StringWriter errors = new StringWriter();
    int status =
        new CommandLine(new BenchCommand())
            .setErr(new PrintWriter(errors))
            .execute("objects", word);
    assertThat(status).isEqualTo(2);
    assertThat(errors.toString()).contains(said);
  }
}
