package io.starling.bench.compare;

import io.starling.bench.report.Facts;
import io.starling.bench.report.Measurement;
import io.starling.bench.report.Statistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Fixed measurements to render. */
final class Figures {

  static final Contender OPEN_MPI = new Contender("openmpi", "Open MPI 4.1.4");
  static final Contender MPICH = new Contender("mpich", "MPICH 4.0.2");
  static final List<Contender> ALL = List.of(Contender.STARLING, OPEN_MPI, MPICH);
  static final List<Long> SIZES = List.of(8L, 1L << 10, 64L << 10, 1L << 20, 4L << 20, 16L << 20);

  private static final Map<String, double[][]> TIMES = new LinkedHashMap<>();

  static {
    TIMES.put(
        "broadcast",
        new double[][] {
          {0.15, 0.4, 2.1, 52, 250, 1400},
          {0.19, 0.6, 3.5, 107, 420, 2100},
          {0.24, 0.5, 3.9, 98, 460, 2300}
        });
    TIMES.put(
        "allreduce",
        new double[][] {
          {0.3, 0.7, 6.2, 110, 700, 3500},
          {0.24, 0.8, 12.4, 169, 1230, 6100},
          {0.6, 1.4, 22, 380, 2900, 12000}
        });
    TIMES.put("barrier", new double[][] {{0.4}, {0.5}, {0.9}});
  }

  private Figures() {}

  static RoundSample sample(Contender library, int round, String benchmark, long bytes, double us) {
    Statistics statistics = new Statistics(us, us * 0.9, us * 1.1);
    return new RoundSample(
        library, round, new Measurement(benchmark, "default", 2, bytes, 100, statistics));
  }

  /** Three rounds: the first a little faster, the last much slower than the middle one. */
  static Results results() {
    Results results = new Results(ALL, Results.Statistic.MEDIAN);
    fill(results);
    return results;
  }

  static void fill(Results results) {
    double[] disturbance = {0.98, 1, 3};
    for (int round = 1; round <= disturbance.length; round++) {
      for (var benchmark : TIMES.entrySet()) {
        for (int library = 0; library < ALL.size(); library++) {
          double[] times = benchmark.getValue()[library];
          for (int i = 0; i < times.length; i++) {
            long bytes = times.length == 1 ? 0 : SIZES.get(i);
            double time = times[i] * disturbance[round - 1];
            results.add(sample(ALL.get(library), round, benchmark.getKey(), bytes, time));
          }
        }
      }
    }
  }

  static Facts facts() {
    Map<String, String> entries = new LinkedHashMap<>();
    entries.put("command", "starling compare -n 2 --html <figures & more>.html");
    entries.put("date", "2026-01-31 12:00 UTC");
    entries.put("processor", "A \"fast\" one");
    entries.put("cores", "2 for this process");
    entries.put("kernel", "Linux 6.1");
    entries.put("JDK", "25.0.3");
    entries.put("UCX", "1.13.1");
    return new Facts(entries);
  }
}
