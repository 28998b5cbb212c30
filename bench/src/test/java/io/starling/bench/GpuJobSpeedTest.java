package io.starling.bench;

import static java.util.Comparator.comparingDouble;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import io.starling.gpu.Gpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * How fast ranks use a real device that they share; what was measured is printed, for docs/gpu.md.
 */
@RequiresGpu
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class GpuJobSpeedTest {

  private static final double MOST_PERCENT = 20;
  private static final Map<String, String> SHARED = Map.of("STARLING_GPU", "0");

  /** Bytes and rounds. */
  private static final List<String> WORK = List.of(String.valueOf(64 << 20), "40");

  private static final List<String> ROWS =
      List.of("to device", "on device", "from device", "sends", "receives");

  @TempDir private Path folder;

  @BeforeAll
  static void name_the_device() {
    System.out.println("GpuJobSpeedTest: " + Gpus.here().devices().getFirst().name());
  }

  /** The line of JSON of one measurement. */
  private String bench(GpuJob job, List<String> arguments)
      throws IOException, InterruptedException {
    Path json = folder.resolve("figures.json");
    List<String> all = new ArrayList<>(arguments);
    all.addAll(List.of("--device=gpu", "--json=" + json));
    job.run(BenchmarkRank.class, all);
    return Files.readString(json);
  }

  private static double number(String json, String name) {
    Matcher matcher = Pattern.compile("\"" + name + "\":([0-9.]+)").matcher(json);
    assertThat(matcher.find()).as(name + " in " + json).isTrue();
    return Double.parseDouble(matcher.group(1));
  }

  /** Microseconds of a reduce of 64 MiB over four ranks. */
  private double reduce(String folds, String algorithm) throws Exception {
    List<String> arguments =
        new ArrayList<>(List.of("reduce", "--sizes=64M", "--warm-up=200", "--time=300"));
    if (!algorithm.startsWith("the ")) {
      arguments.add("--algorithm=" + algorithm);
    }
    var variables = Map.of("STARLING_GPU", "0", "STARLING_GPU_FOLDS", folds);
    return number(bench(new GpuJob(4, variables, Optional.empty()), arguments), "avg_us");
  }

  @ParameterizedTest
  @CsvSource({
    "'the default', 5",
    "'topology,segment=128K', 1",
    "'topology,segment=512K', 1",
    "'topology,segment=2M', 1",
    "'topology,segment=4M', 1"
  })
  void a_reduce_gains_by_folds_on_the_device(String algorithm, double least) throws Exception {
    double device = reduce("device", algorithm);
    double host = reduce("host", algorithm);
    System.out.printf(
        "reduce, 64 MiB, 4 ranks, %s: %.0f us, with host folds %.0f, ratio %.1f%n",
        algorithm, device, host, host / device);
    assertThat(host / device).isGreaterThan(least);
  }

  @Test
  void copies_folds_and_transfers_overlap() throws Exception {
    Path file = folder.resolve("trace.json");
    bench(
        new GpuJob(4, Map.of("STARLING_GPU", "0", "STARLING_GPU_PEER", "off"), Optional.of(file)),
        List.of("reduce", "--sizes=64M", "--warm-up=100", "--iterations=20"));
    List<TraceSlice> slices = TraceSlice.read(file);
    for (String row : ROWS) {
      assertThat(TraceSlice.in(slices, row)).as(row).isNotEmpty();
    }
    double several = shareWithSeveral(slices);
    System.out.printf(
        "reduce, 64 MiB, 4 ranks, through the host: of the time in which a rank's copies, folds"
            + " or transfers are open, kinds of them overlap in %.0f %%%n",
        100 * several);
    assertThat(several).isGreaterThan(0.5);
  }

  /** The share of the time with work in one row at least in which two or more rows have work. */
  private static double shareWithSeveral(List<TraceSlice> slices) {
    record Edge(String rank, String row, double time, int step) {}
    Stream<Edge> edges =
        slices.stream()
            .filter(slice -> ROWS.contains(slice.row()))
            .flatMap(
                slice ->
                    Stream.of(
                        new Edge(slice.rank(), slice.row(), slice.begin(), 1),
                        new Edge(slice.rank(), slice.row(), slice.end(), -1)));
    double some = 0;
    double several = 0;
    for (List<Edge> ofRank : edges.collect(groupingBy(Edge::rank)).values()) {
      Map<String, Integer> open = new HashMap<>();
      double since = 0;
      for (Edge edge : ofRank.stream().sorted(comparingDouble(Edge::time)).toList()) {
        long busy = open.values().stream().filter(count -> count > 0).count();
        some += busy > 0 ? edge.time() - since : 0;
        several += busy > 1 ? edge.time() - since : 0;
        open.merge(edge.row(), edge.step(), Integer::sum);
        since = edge.time();
      }
    }
    return several / some;
  }

  @Test
  void a_broadcast_leaves_the_processor_free() throws Exception {
    String json =
        bench(
            new GpuJob(
                2, Map.of("STARLING_GPU", "0", "STARLING_PROGRESS", "thread"), Optional.empty()),
            List.of("overlap", "--sizes=256M", "--computing=all"));
    double used = number(json, "core_percent");
    System.out.printf(
        "broadcast, 256 MiB, 2 ranks: %.1f %% of a core used, availability %.1f %%%n",
        used, number(json, "availability_percent"));
    assertThat(used).isLessThan(MOST_PERCENT);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4, 8})
  void calls_on_the_device_beat_copies_through_the_host_by_the_program(int ranks) throws Exception {
    List<String> lines =
        new GpuJob(ranks, SHARED, Optional.empty()).run(GpuStagingProgram.class, WORK);
    for (String line : lines) {
      String[] figures = line.split(" ");
      double direct = Double.parseDouble(figures[1]);
      double staged = Double.parseDouble(figures[2]);
      System.out.printf(
          "%s, 64 MiB, %d ranks: %.0f us, with copies by the program %.0f, ratio %.1f%n",
          figures[0], ranks, direct, staged, staged / direct);
      assertThat(staged / direct).as(line).isGreaterThan(1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 4})
  void a_reduce_runs_beside_a_kernel_of_the_programs_own(int ranks) throws Exception {
    String line =
        new GpuJob(ranks, SHARED, Optional.empty()).run(GpuKernelProgram.class, WORK).getFirst();
    double[] figures = Stream.of(line.split(" ")).mapToDouble(Double::parseDouble).toArray();
    double reduce = figures[0];
    double kernel = figures[1];
    double both = figures[2];
    System.out.printf(
        "reduce, 64 MiB, %d ranks: %.0f us, a kernel %.0f, both %.0f, overlap %.0f %%, %.0f %% of a"
            + " core%n",
        ranks, reduce, kernel, both, 100 * (reduce + kernel - both) / kernel, figures[3]);
    assertThat(both).as(line).isLessThan(reduce + kernel);
  }
}
