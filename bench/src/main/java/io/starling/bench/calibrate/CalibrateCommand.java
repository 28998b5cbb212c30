package io.starling.bench.calibrate;

import io.starling.bench.Bounds;
import io.starling.bench.Converters;
import io.starling.bench.Cores;
import io.starling.bench.compare.Facts;
import io.starling.bench.machine.SimulatedMachine;
import io.starling.bench.micro.BenchmarkKind;
import io.starling.bench.report.LineStream;
import io.starling.bench.report.ProgressBar;
import io.starling.bench.report.Units;
import io.starling.bench.report.WholeFile;
import io.starling.launcher.Job;
import io.starling.launcher.JobSpecification;
import io.starling.launcher.Program;
import io.starling.launcher.Subcommand;
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
    header = "Measures what messages cost on this machine, for the simulator, and checks it.",
    description = {
      "",
      "Two ranks measure what a message and its bytes cost, and a fold. With these figures the"
          + " simulator predicts broadcasts and reduces of several segment sizes, which are then"
          + " measured too, so that one sees how far 'starling study' can be trusted. Leave the"
          + " machine alone meanwhile, about half a minute.",
      ""
    },
    sortOptions = false,
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:all was measured, whatever the predictions are worth",
      "1:a file can't be written",
      "2:wrong usage",
      "128+N:signal N ended it",
      "other:that of the rank that failed first"
    },
    footerHeading = "%nExamples:%n",
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
      description = "write the machine's description, with the figures of the largest size")
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
      description = "about how many milliseconds each measurement takes (${DEFAULT-VALUE})")
  private long millis;

  @Option(
      names = "--transport",
      paramLabel = "shared|ucx",
      defaultValue = "ucx",
      description = "what carries messages (${DEFAULT-VALUE})")
  private String transport;

  @Option(names = "--json", paramLabel = "FILE", description = "also write JSON lines")
  private Path json;

  /** For the service loader. */
  public CalibrateCommand() {}

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
    Bounds.check("--time", millis, 1, Bounds.HOUR);
    for (long segment : segments) {
      Bounds.check("--segments", segment, Plan.MIDDLING, LONGEST);
    }
    List<Integer> parts = new TreeSet<>(segments).stream().map(Math::toIntExact).toList();
    for (long bytes : sizes) {
      Bounds.check("--sizes", bytes, parts.getFirst(), LONGEST);
      for (int segment : parts) {
        if (segment % Float.BYTES != 0) {
          throw new IllegalArgumentException(
              "--segments: %d bytes are no whole number of float32".formatted(segment));
        }
        if (segment <= bytes && bytes % segment != 0) {
          throw new IllegalArgumentException(
              "--segments: %d bytes can't be cut into segments of %d".formatted(bytes, segment));
        }
      }
    }
    return new Plan(List.copyOf(new TreeSet<>(sizes)), parts, millis);
  }

  private void warn() {
    PrintWriter errors = spec.commandLine().getErr();
    if (Facts.isBusy()) {
      errors.println(
          "starling: the load is %s: other programs disturb the figures"
              .formatted(Facts.loads().getFirst()));
    }
    if (Cores.available() < RANKS) {
      errors.println(
          "starling: 2 ranks share %s: the figures are not those of two cores"
              .formatted(Units.count(Cores.available(), "core")));
    }
    errors.flush();
  }

  private int measure(Plan plan, Readings readings) throws InterruptedException {
    JobSpecification job =
        JobSpecification.builder(RANKS, Program.ofClass(CalibrateRank.class, plan.toArguments()))
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
    List<Figures> figures =
        plan.sizes().stream().map(bytes -> Figures.of(readings, bytes)).toList();
    List<Point> points = new ArrayList<>();
    for (Figures each : figures) {
      points.addAll(points(each, readings));
    }
    PrintWriter out = spec.commandLine().getOut();
    out.println(CalibrationText.figures(figures));
    out.print(CalibrationText.points(points));
    out.flush();
    PrintWriter errors = spec.commandLine().getErr();
    if (!Point.areGood(points)) {
      errors.println(
          "starling: these predictions are poor, so do not trust the figures: leave the machine"
              + " alone, or give it more --time");
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

  private void write(List<Figures> figures, List<Point> points) {
    if (json != null) {
      WholeFile.write(json, CalibrationText.json(figures, points));
    }
    if (output != null) {
      int cores = Math.max(RANKS, Cores.available());
      WholeFile.write(output, figures.getLast().toJson(cores, description()));
      PrintWriter out = spec.commandLine().getOut();
      out.println("The machine is in " + output + "; use it with 'starling study --machine'.");
      out.flush();
    }
  }

  private List<Point> points(Figures figures, List<Reading> readings) {
    SimulatedMachine machine = figures.machine(RANKS, description());
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
    private final ProgressBar bar =
        new ProgressBar(spec.commandLine().getErr(), Job.isErrorOnTerminal());
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
