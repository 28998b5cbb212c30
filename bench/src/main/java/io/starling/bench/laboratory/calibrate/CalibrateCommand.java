package io.starling.bench.laboratory.calibrate;

import io.starling.bench.Converters;
import io.starling.bench.OptionBounds;
import io.starling.bench.laboratory.cluster.SimulatedCluster;
import io.starling.bench.micro.BenchmarkKind;
import io.starling.bench.report.Facts;
import io.starling.bench.report.LineStream;
import io.starling.bench.report.ProgressBar;
import io.starling.bench.report.Units;
import io.starling.bench.report.WholeFile;
import io.starling.launcher.Subcommand;
import io.starling.launcher.job.Job;
import io.starling.launcher.job.JobSpecification;
import io.starling.launcher.job.LaunchedProgram;
import io.starling.launcher.output.StandardOutput;
import io.starling.launcher.placing.DefaultRanks;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code starling calibrate}: describes this machine to the simulator, and checks it. */
@Command(
    name = "calibrate",
    header = "Measures the cost of messages on this machine, for the simulator.",
    description = {
      "",
      "Two ranks measure the cost of a message, of its bytes and of a fold. With these figures the"
          + " simulator predicts broadcasts and reduces with several segment sizes. The ranks"
          + " measure these too, which shows how far 'starling study' can be trusted. It takes"
          + " about half a minute; other programs on the machine disturb it.",
      ""
    },
    exitCodeList = {
      "0:all was measured, also if the predictions are poor",
      "1:a file cannot be written",
      "2:wrong usage",
      "128+N:signal N ended it",
      "other:the status of the rank that failed first"
    },
    footer = {
      "  starling calibrate",
      "  starling calibrate -o mine.json && starling study topology --machine mine.json"
    })
public final class CalibrateCommand implements Subcommand {

  private static final int RANKS = 2;
  private static final int FAILED = 1;
  private static final long LONGEST = 1L << 28;

  @Spec private CommandSpec spec;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description =
          "write a description of this machine, with the figures of the largest size; - is the"
              + " standard output")
  private Path output;

  @Option(
      names = "--sizes",
      paramLabel = "SIZE",
      split = ",",
      converter = Converters.Size.class,
      defaultValue = "64K,256K,1M,4M",
      description = "bytes of a message (${DEFAULT-VALUE})")
  private List<Long> sizes;

  @Option(
      names = "--segments",
      paramLabel = "SIZE",
      split = ",",
      converter = Converters.Size.class,
      defaultValue = "16K,32K,64K,128K,256K",
      description = "bytes of a segment (${DEFAULT-VALUE})")
  private List<Long> segments;

  @Option(
      names = "--time",
      paramLabel = "MS",
      defaultValue = "150",
      description = "the milliseconds of each measurement (${DEFAULT-VALUE})")
  private long millis;

  @Option(
      names = "--transport",
      paramLabel = "shared|ucx",
      defaultValue = "ucx",
      description = "what carries messages (${DEFAULT-VALUE})")
  private String transport;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "also write JSON lines; - is the standard output")
  private Path json;

  @Override
  public Integer call() throws InterruptedException {
    Plan plan;
    try {
      plan = plan();
      WholeFile.check("-o", output, "--json", json);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    warn();
    Readings readings = new Readings(plan.readings());
    int status = measure(plan, readings);
    return status == 0 ? tell(plan, readings.all) : status;
  }

  private Plan plan() {
    OptionBounds.check("--time", millis, 1, OptionBounds.HOUR);
    for (long segment : segments) {
      OptionBounds.check("--segments", segment, Plan.MIDDLING, LONGEST);
    }
    List<Integer> parts = new TreeSet<>(segments).stream().map(Math::toIntExact).toList();
    for (long bytes : sizes) {
      OptionBounds.check("--sizes", bytes, parts.getFirst(), LONGEST);
      for (int segment : parts) {
        if (segment % Float.BYTES != 0) {
          throw new IllegalArgumentException(
              "--segments must be multiples of 4 bytes (float32), not %d".formatted(segment));
        }
        if (segment <= bytes && bytes % segment != 0) {
          throw new IllegalArgumentException(
              "--segments: %2$d is not a divisor of --sizes %1$d".formatted(bytes, segment));
        }
      }
    }
    return new Plan(List.copyOf(new TreeSet<>(sizes)), parts, millis);
  }

  private void warn() {
    PrintWriter errors = spec.commandLine().getErr();
    if (Facts.isBusy()) {
      errors.println(
          "starling: the load of this machine is %s: other programs disturb the measurement"
              .formatted(Facts.loads().getFirst()));
    }
    if (DefaultRanks.here() < RANKS) {
      errors.println(
          "starling: 2 ranks share %s: the figures do not hold for two cores"
              .formatted(Units.count(DefaultRanks.here(), "core")));
    }
    errors.flush();
  }

  private int measure(Plan plan, Readings readings) throws InterruptedException {
    JobSpecification job =
        JobSpecification.builder(
                RANKS, LaunchedProgram.ofClass(CalibrateRank.class, plan.toArguments()))
            .environment("STARLING_TRANSPORT", transport)
            .build();
    try {
      return new Job(job, readings, new FileOutputStream(FileDescriptor.err)).run();
    } finally {
      readings.bar.clear();
    }
  }

  /** Returns the exit status. */
  private int tell(Plan plan, List<Reading> readings) {
    List<CalibrationFigures> figures =
        plan.sizes().stream().map(bytes -> CalibrationFigures.of(readings, bytes)).toList();
    List<Point> points = new ArrayList<>();
    for (CalibrationFigures each : figures) {
      points.addAll(points(each, readings));
    }
    PrintWriter out = text();
    out.println(CalibrationText.figures(figures));
    out.print(CalibrationText.points(points));
    out.flush();
    PrintWriter errors = spec.commandLine().getErr();
    if (!Point.areGood(points)) {
      errors.println(
          "starling: the predictions are poor, so the figures are not reliable: stop other"
              + " programs, or raise --time");
    }
    try {
      write(figures, points);
      return 0;
    } catch (IllegalArgumentException e) {
      errors.println("starling: " + e.getMessage());
      return FAILED;
    } finally {
      errors.flush();
    }
  }

  private void write(List<CalibrationFigures> figures, List<Point> points) {
    if (json != null) {
      WholeFile.write(spec.commandLine(), json, CalibrationText.json(figures, points));
    }
    if (output != null) {
      int cores = Math.max(RANKS, DefaultRanks.here());
      WholeFile.write(spec.commandLine(), output, figures.getLast().toJson(cores, description()));
      PrintWriter out = text();
      out.println("The description is in " + output + "; use it with 'starling study --machine'.");
      out.flush();
    }
  }

  private PrintWriter text() {
    return StandardOutput.text(spec.commandLine(), json, output);
  }

  private List<Point> points(CalibrationFigures figures, List<Reading> readings) {
    SimulatedCluster machine = figures.machine(RANKS, description());
    List<Point> points = new ArrayList<>();
    for (BenchmarkKind kind : List.of(BenchmarkKind.BROADCAST, BenchmarkKind.REDUCE)) {
      String collective = kind.collective();
      for (Reading reading : readings) {
        if (reading.what().equals(collective) && reading.bytes() == figures.bytes()) {
          String algorithm = Plan.algorithm(collective, (int) reading.segment());
          double predicted = Forecast.microseconds(machine, kind, algorithm, reading.bytes());
          points.add(
              new Point(
                  collective, reading.bytes(), reading.segment(), reading.value(), predicted));
        }
      }
    }
    return points;
  }

  private String description() {
    return "this machine, two ranks over %s, %s"
        .formatted(transport, LocalDate.now(ZoneId.systemDefault()));
  }

  /** What rank 0 has written so far. */
  private final class Readings extends LineStream {
    private final ProgressBar bar = ProgressBar.onError(spec.commandLine().getErr());
    private final List<Reading> all = new ArrayList<>();
    private final int expected;

    Readings(int expected) {
      this.expected = expected;
    }

    @Override
    protected void take(String text) {
      Reading.ofLine(text)
          .ifPresent(
              reading -> {
                all.add(reading);
                bar.show((double) all.size() / expected, reading.what());
              });
    }
  }
}
