package io.starling.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.starling.bench.micro.BenchmarkKind;
import io.starling.bench.micro.Computing;
import io.starling.bench.micro.MessageMemoryKind;
import io.starling.launcher.placing.DefaultRanks;
import io.starling.runtime.datatype.BasicDatatype;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

class BenchmarkOptionsTest {

  @Test
  void without_options_all_is_as_the_peers_do_it() {
    BenchmarkOptions options =
        parse(
            Arrays.stream(BenchmarkKind.values())
                .map(BenchmarkKind::label)
                .collect(Collectors.joining(",")));
    assertThat(options.benchmarks()).containsExactly(BenchmarkKind.values());
    assertThat(options.sizes(BenchmarkKind.REDUCE))
        .containsExactly(8L, 1024L, 8192L, 65536L, 1048576L, 4194304L);
    assertThat(options.sizes(BenchmarkKind.BARRIER)).containsExactly(0L);
    assertThat(options.sizes(BenchmarkKind.OVERLAP)).containsExactly(4194304L);
    assertThat(options.settings().time()).isEqualTo(Duration.ofMillis(500));
    assertThat(options.settings().type()).isEqualTo(BasicDatatype.FLOAT32);
    assertThat(options.settings().operator().name()).isEqualTo("sum");
    assertThat(options.settings().memory()).isEqualTo(MessageMemoryKind.NATIVE);
    assertThat(options.settings().warmUp()).isEqualTo(Duration.ofMillis(300));
    assertThat(options.settings().iterations()).isEmpty();
    assertThat(options.settings().computing()).isEqualTo(Computing.ALL);
    assertThat(options.settings().computation()).isEmpty();
    options.check(2);
  }

  @Test
  void the_ranks_read_the_same_from_the_arguments_that_they_are_given() {
    BenchmarkOptions options =
        parse(
            "reduce,broadcast,overlap",
            "--sizes=8,64K",
            "--computing=receivers",
            "--compute=10",
            "--algorithm=broadcast=chain,segment=32K",
            "--algorithm=reduce=binary",
            "--iterations=7",
            "--warm-up=0",
            "--datatype=int32",
            "--operator=max",
            "--memory=shared",
            "--time=70",
            "--json=/somewhere/figures.json",
            "--html=/somewhere/figures.html",
            "--columns=percentiles");
    List<String> arguments = options.toArguments(2);
    assertThat(arguments)
        .contains("--sizes=8,65536", "--memory=shared", "--json=/somewhere/figures.json")
        .contains("--html=/somewhere/figures.html", "--columns=percentiles");
    BenchmarkOptions again = parse(arguments.toArray(String[]::new));
    assertThat(again.toArguments(2)).isEqualTo(arguments);
    assertThat(again.settings().iterations()).hasValue(7);
    assertThat(again.settings().computing()).isEqualTo(Computing.RECEIVERS);
    assertThat(again.settings().computation()).hasValue(Duration.ofMillis(10));
    assertThat(again.settings().time()).isEqualTo(Duration.ofMillis(70));
  }

  /** As {@code starling run} takes them. */
  @Test
  void algorithms_of_several_collectives_may_stand_in_one_option() {
    BenchmarkOptions options =
        parse("reduce", "--algorithm=broadcast=chain,segment=4K;reduce=binary");
    assertThat(options.toArguments(2))
        .contains("--algorithm=broadcast=chain,segment=4K", "--algorithm=reduce=binary");
  }

  @Test
  void the_ranks_get_to_know_whether_they_write_what_they_send() {
    BenchmarkOptions options = parse("pingpong,broadcast", "--write");
    options.check(2);
    assertThat(options.settings().writes()).isTrue();
    assertThat(parse(options.toArguments(2).toArray(String[]::new)).settings().writes()).isTrue();
    assertThat(parse("broadcast").settings().writes()).isFalse();
  }

  @Test
  void what_cannot_be_written_is_refused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> parse("broadcast,put", "--write").check(2))
        .withMessage("--write does not work with put");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> parse("broadcast", "--write", "--device=gpu").check(2))
        .withMessage("--write works with --device cpu only");
  }

  @Test
  void on_a_gpu_nothing_is_said_of_the_memory_of_hosts() {
    BenchmarkOptions options = parse("reduce", "--device=gpu");
    options.check(2);
    assertThat(options.toArguments(2))
        .contains("--device=gpu")
        .noneMatch(argument -> argument.startsWith("--memory"));
  }

  @Test
  void a_bad_word_is_named_with_the_known_ones() {
    assertThatExceptionOfType(ParameterException.class)
        .isThrownBy(() -> parse("pingpong,gossip"))
        .withMessageContaining(", not 'gossip'")
        .withMessageContaining("broadcast");
    assertThatExceptionOfType(ParameterException.class)
        .isThrownBy(() -> parse("broadcast", "--sizes=8,64X"))
        .withMessageContaining("a size must be like 8, 64K, 4M or 1G, not '64X'");
    assertThatExceptionOfType(ParameterException.class)
        .isThrownBy(() -> parse("reduce", "--datatype=float"))
        .withMessageContaining(", not 'float'")
        .withMessageContaining("float32");
    assertThatExceptionOfType(ParameterException.class)
        .isThrownBy(() -> parse("reduce", "--operator=plus"))
        .withMessageContaining("plus");
    assertThatExceptionOfType(ParameterException.class)
        .isThrownBy(() -> parse("overlap", "--computing=rank0"))
        .withMessageContaining("must be one of all, root, receivers, not 'rank0'");
    assertThatExceptionOfType(ParameterException.class)
        .isThrownBy(() -> parse("reduce", "--memory=ram"))
        .withMessageContaining(", not 'ram'")
        .withMessageContaining("shared, native, heap");
  }

  @Test
  void what_does_not_fit_together_is_refused() {
    refused(1, "pingpong needs at least 2 ranks (-n), not 1", "pingpong");
    refused(2, "--iterations", "barrier", "--iterations=0");
    refused(
        2,
        "--sizes must be multiples of 4 bytes for --datatype float32, not 6",
        "reduce",
        "--sizes=6");
    refused(2, "with --memory heap, not 2147483648", "broadcast", "--sizes=2G", "--memory=heap");
    refused(
        2, "--memory works with --device cpu only", "reduce", "--device=gpu", "--memory=native");
    refused(2, "--time must be at least 1, not 0", "barrier", "--time=0");
    refused(2, "--time must be at most 3600000, not 3600001", "barrier", "--time=3600001");
    refused(
        2,
        "--warm-up must be at most 3600000, not 9223372036854775807",
        "barrier",
        "--warm-up=9223372036854775807");
    refused(
        2,
        "--compute must be at most 3600000, not 9223372036854775807",
        "overlap",
        "--compute=9223372036854775807");
    refused(
        2, "--computing works with the benchmark overlap only", "broadcast", "--computing=root");
    refused(2, "--compute works with the benchmark overlap only", "broadcast", "--compute=10");
    refused(2, "--compute must be at least 1, not 0", "overlap", "--compute=0");
    refused(1, "--computing receivers needs at least 2 ranks", "overlap", "--computing=receivers");
    refused(2, "pingpong has no algorithms", "broadcast", "--algorithm=pingpong=chain");
    refused(
        2,
        "--algorithm: the collective must be one of pingpong",
        "broadcast",
        "--algorithm=gossip=chain");
    refused(
        2, "--algorithm broadcast=foo: unknown algorithm 'foo'", "broadcast", "--algorithm=foo");
    refused(2, "unknown algorithm 'foo'", "broadcast", "--algorithm=reduce=foo");
    refused(2, "has no parameter 'colour'", "reduce", "--algorithm=reduce=chain,colour=3");
    refused(
        2,
        "the algorithms of reduce-scatter-block are those of reduce-scatter",
        "broadcast",
        "--algorithm=reduce-scatter-block=ring");
    refused(
        2,
        "--operator band is not defined for --datatype float32",
        "reduce",
        "--datatype=float32",
        "--operator=band");
  }

  @Test
  void an_algorithm_without_a_collective_is_for_all_and_the_last_word_counts() {
    BenchmarkOptions options =
        parse("broadcast,reduce", "--algorithm=binomial,segment=8K", "--algorithm=reduce=chain");
    assertThat(options.algorithm(BenchmarkKind.BROADCAST))
        .hasValue("broadcast=binomial,segment=8K");
    assertThat(options.algorithm(BenchmarkKind.REDUCE)).hasValue("reduce=chain");
    assertThat(options.algorithm(BenchmarkKind.OVERLAP)).hasValue("broadcast=binomial,segment=8K");
    assertThat(options.algorithm(BenchmarkKind.PINGPONG)).isEmpty();
  }

  @Test
  void ranks_that_share_cores_are_warmed_up_longer_before_the_first_size() {
    int cores = DefaultRanks.here();
    BenchmarkOptions options = parse("barrier", "--warm-up=100");
    assertThat(options.toArguments(cores)).contains("--first-warm-up=1600", "--warm-up=100");
    assertThat(options.toArguments(2 * cores)).contains("--first-warm-up=3200", "--warm-up=100");
    assertThat(options.toArguments(2 * cores + 1)).contains("--first-warm-up=4800");
    BenchmarkOptions rank = parse("barrier", "--warm-up=100", "--first-warm-up=3200");
    assertThat(rank.settings().firstWarmUp()).isEqualTo(Duration.ofMillis(3200));
  }

  private static void refused(int ranks, String reason, String... arguments) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> parse(arguments).check(ranks))
        .withMessageContaining(reason);
  }

  private static BenchmarkOptions parse(String... arguments) {
    Host host = new Host();
    new CommandLine(host).parseArgs(arguments);
    return host.options;
  }

  @Command
  private static final class Host {
    @Mixin private BenchmarkOptions options;
  }
}
