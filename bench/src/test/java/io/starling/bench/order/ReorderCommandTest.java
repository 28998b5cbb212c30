package io.starling.bench.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ReorderCommandTest {

  private static final int HOSTS = 12;

  @TempDir Path folder;

  private final StringWriter output = new StringWriter();
  private final StringWriter errors = new StringWriter();
  private Path matrix;

  /** Hosts 0, 3, 6, 9 are in a rack, 1, 4, 7, 10 in another, the rest in a third. */
  @BeforeEach
  void write() throws IOException {
    String names =
        IntStream.range(0, HOSTS)
            .mapToObj(i -> "\"node" + i + "\"")
            .collect(Collectors.joining(","));
    String rows =
        IntStream.range(0, HOSTS)
            .mapToObj(
                i ->
                    IntStream.range(0, HOSTS)
                        .mapToObj(j -> i == j ? "0" : i % 3 == j % 3 ? "20." + i * j : "100")
                        .collect(Collectors.joining(",", "[", "]")))
            .collect(Collectors.joining(",\n"));
    matrix =
        Files.writeString(
            folder.resolve("latency.json"),
            "{\"hosts\": [%s], \"rtt_us\": [%s]}".formatted(names, rows));
  }

  private int run(String... arguments) {
    return new CommandLine(new ReorderCommand())
        .setOut(new PrintWriter(output, true))
        .setErr(new PrintWriter(errors, true))
        .execute(arguments);
  }

  @Test
  void ranks_of_a_rack_follow_each_other_in_the_hostfile() throws IOException {
    Path hosts = folder.resolve("hosts");
    int status = run("--matrix=" + matrix, "-o=" + hosts, "--patience=0");
    assertThat(status).as(errors.toString()).isZero();
    int[] racks =
        Files.readAllLines(hosts).stream()
            .peek(line -> assertThat(line).matches("node\\d+ slots=1"))
            .mapToInt(line -> Integer.parseInt(line.replaceAll("\\D*(\\d+) .*", "$1")) % 3)
            .toArray();
    assertThat(racks).hasSize(HOSTS);
    assertThat(IntStream.range(0, HOSTS).filter(i -> racks[i] != racks[(i + 1) % HOSTS]).count())
        .isEqualTo(3);
    assertThat(output.toString())
        .contains("12 hosts, allreduce of 100M by ring", "12 hosts in 3 clusters")
        .containsPattern("in the given order +\\d+\\.\\d+ ms")
        .containsPattern(
            "by the model 2\\.\\d+ times as fast as in the given order; no order is better by more"
                + " than 0.0 %");
  }

  @ParameterizedTest
  @CsvSource({
    "hostfile, node\\d+ slots=1",
    "rankfile, rank \\d+=node\\d+ slot=0",
    "mpich, node\\d+:1",
    "list, node\\d+"
  })
  void the_order_is_written_for_other_libraries(String format, String line) {
    int status =
        run(
            "--matrix=" + matrix,
            "--format=" + format,
            "--patience=0",
            "--for=allreduce=bcube,radix=2");
    assertThat(status).as(errors.toString()).isZero();
    assertThat(output.toString().lines())
        .hasSize(HOSTS)
        .allSatisfy(each -> assertThat(each).matches(line));
    assertThat(errors.toString()).contains("by bcube with radix 2");
  }

  @ParameterizedTest
  @CsvSource({
    "broadcast=k-nomial;radix=2;bytes=1M, by k-nomial;radix=2; the longest chain of messages",
    "alltoall=pairwise;timing=rounds;bytes=1M, the slowest message of each round",
    "allreduce=ring;bytes=1M;timing=links, bytes on a link one after the other",
    "allreduce=double-tree;bytes=1M;timing=total, the sum of all messages"
  })
  void any_algorithm_has_a_cost_by_its_messages(String goal, String description)
      throws IOException {
    Path hosts = folder.resolve("hosts");
    int status =
        run("--matrix=" + matrix, "-o=" + hosts, "--patience=0", "--for=" + goal.replace(';', ','));
    assertThat(status).as(errors.toString()).isZero();
    assertThat(output.toString()).contains(description.replace(';', ','));
    assertThat(Files.readAllLines(hosts)).hasSize(HOSTS).doesNotHaveDuplicates();
  }

  @Test
  void without_the_module_of_solvers_the_order_of_the_search_stands() throws IOException {
    Path hosts = folder.resolve("hosts");
    int status = run("--matrix=" + matrix, "-o=" + hosts, "--patience=0", "--solver=cp-sat");
    assertThat(status).as(errors.toString()).isZero();
    assertThat(output.toString())
        .contains("cp-sat: the module starling-solvers is not on the class path");
    assertThat(Files.readAllLines(hosts)).hasSize(HOSTS);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--for=allreduce=star | --for: unknown algorithm 'star' for allreduce; known are",
        "--for=bytes=3 | --for: 'bytes=3' is not like broadcast=binomial,bytes=1M,timing=chains",
        "--for=shout=ring | --for: unknown collective 'shout'",
        "--for=allreduce=ring,timing=soon | --for: timing must be chains, rounds, links, total, not"
            + " 'soon'",
        "--for=broadcast=k-nomial,radix=1 | --for: radix must be at least 2, not 1",
        "--for=broadcast=chain,radix=4 | --for: broadcast 'chain' has no parameter 'radix'",
        "--for=neighbour-alltoall=linear | --for: neighbour-alltoall has no schedule of its own",
        "--for=ring | --for: 'ring' is not like allreduce=ring,bytes=100M",
        "--for=allreduce=ring,size=3 | --for: unknown 'size'; there are allreduce, bytes and radix",
        "--for=allreduce=bcube,radix=1 | --for: radix must be a whole number from 2 on, not '1'",
        "--format=slurm | --format must be one of hostfile, rankfile, mpich, list, not 'slurm'",
        "--window=0 | window must be at least 1 byte, not 0",
        "--solver=cplex | --solver must be one of cp-sat, z3, none, not 'cplex'",
        "--solver-limit=-1 | --solver-limit must be at least 0 seconds",
        "--patience=-1 | --patience and --limit must be at least 0 seconds"
      })
  void what_is_wrong_is_named(String option, String message) {
    assertThat(run("--matrix=" + matrix, option)).isEqualTo(2);
    assertThat(errors.toString()).contains(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[] | m.json:1:1: a matrix is an object",
        "{\"hosts\": [], | m.json:1:14: this is not JSON",
        "{\"nodes\": []} | m.json:1:2: unknown key 'nodes'; a matrix has hosts, rtt_us and perhaps"
            + " bytes_per_us",
        "{\"hosts\": [\"a\"]} | m.json:1:1: 'rtt_us' is missing",
        "{\"hosts\": [3], \"rtt_us\": [[0]]} | m.json:1:12: a host is a name in double quotes",
        "{\"hosts\": [\"a\"], \"rtt_us\": [[0], [0]]} | 1 hosts need as many rows, not 2",
        "{\"hosts\": [\"a\", \"b\"], \"rtt_us\": [[0], [0]]} | 2 hosts need as many columns, not 1",
        "{\"hosts\": [\"a\", \"b\"], \"rtt_us\": [[0, \"1\"], [1, 0]]} | must be a number, without"
            + " quotes",
        "{\"hosts\": [\"a\", \"b\"], \"rtt_us\": [[0, -1], [1, 0]]} | m.json: the round-trip time"
            + " from a to b must be a positive number of us, not -1.0",
        "{\"hosts\": [\"a\", \"b c\"], \"rtt_us\": [[0, 1], [1, 0]]} | m.json:1:17: 'b c' is no"
            + " name of a host",
        "{\"hosts\": [\"a\", \"b\"], \"rtt_us\": [[0, 1e300], [1e300, 0]]} | is 1.0E300 us: at most"
            + " 1e+09 is plausible"
      })
  void a_wrong_matrix_is_refused_with_its_place(String text, String message) throws IOException {
    Path file = Files.writeString(folder.resolve("m.json"), text);
    assertThat(run("--matrix=" + file)).isEqualTo(2);
    assertThat(errors.toString()).contains(message);
  }

  @Test
  void the_matrix_is_not_replaced_by_the_order() throws IOException {
    String before = Files.readString(matrix);
    assertThat(run("--matrix=" + matrix, "-o=" + matrix, "--patience=0")).isEqualTo(2);
    assertThat(errors.toString()).contains("--output would replace", "which --matrix reads");
    assertThat(Files.readString(matrix)).isEqualTo(before);
  }

  @Test
  void an_order_that_finds_no_room_on_the_disk_is_printed() {
    assertThat(run("--matrix=" + matrix, "-o=/dev/full", "--patience=0")).isNotZero();
    assertThat(output.toString()).contains("node0 slots=1");
  }

  @Test
  void a_matrix_must_be_there() {
    assertThat(run("--matrix=" + folder.resolve("none"))).isEqualTo(2);
    assertThat(errors.toString()).contains("--matrix: there is no file");
  }
}
