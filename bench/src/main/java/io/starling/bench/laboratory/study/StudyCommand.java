package io.starling.bench.laboratory.study;

import io.starling.bench.GivenCommand;
import io.starling.bench.OptionBounds;
import io.starling.bench.compare.Interruption;
import io.starling.bench.laboratory.Figure;
import io.starling.bench.laboratory.Laboratory;
import io.starling.bench.laboratory.cluster.SimulatedCluster;
import io.starling.bench.report.ProgressBar;
import io.starling.bench.report.Units;
import io.starling.bench.report.WholeFile;
import io.starling.launcher.Subcommand;
import io.starling.launcher.output.StandardOutput;
import io.starling.launcher.placing.DefaultRanks;
import io.starling.runtime.memory.ByteSize;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code starling study}: the paper's experiments in virtual time. */
@Command(
    name = "study",
    header = "Repeats the experiments of the papers on simulated machines.",
    description = {
      "",
      "The ranks run Starling's own algorithms on simulated hardware in virtual time, so that a"
          + " thousand ranks fit on this machine. A table shows each figure, and the paper's in"
          + " brackets if it gives one.",
      ""
    },
    exitCodeList = {
      "0:all was simulated",
      "1:an experiment failed or a file cannot be written, and a line says why",
      "2:wrong usage",
      "128+N:signal N ended it; the finished experiments are printed and written"
    },
    footer = {
      "  starling study noise --quick",
      "  starling study noise --machine cori --ranks 256 --seeds 8 --html noise.html",
      "  starling study noise --quick --skew 0,20 --root rotating --barrier outside --timing mean",
      "  starling study noise --quick --algorithm short=topology,segment=32K --svg figures",
      "  starling study scaling --machine ethernet-cluster",
      "  starling study scaling --nodes 8,32 --algorithm short=topology,segment=16K",
      "  starling study topology,sizes --machine my-cluster.json --json figures.json",
      "  starling study propagation --trace /tmp",
      "  starling study order --quick --svg figures",
      "  starling study objects --json figures.json",
      "  starling study all --html papers.html"
    })
public final class StudyCommand implements Subcommand {

  private static final int MOST_SEEDS = 1000;
  private static final int FAILED = 1;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "EXPERIMENT",
      split = ",",
      description =
          "noise, topology, sizes, scaling, asp, gpu, propagation, order and objects, or all for"
              + " all of them")
  private List<String> experiments = new ArrayList<>();

  @Option(
      names = "--machine",
      paramLabel = "NAME|FILE",
      split = ",",
      description =
          "the machines: cori, stampede2, psg-gpu, ethernet-cluster, cloud-racks or a description"
              + " file (cori,stampede2; with --quick cori); gpu runs on those with GPUs, or else on"
              + " psg-gpu; order on the first that is none of ADAPT's, or else on cloud-racks;"
              + " objects needs none")
  private List<String> machines = new ArrayList<>();

  @Option(
      names = "--quick",
      description =
          "2 nodes instead of 32, fewer sizes and runs: noise takes less than a minute, all takes"
              + " two")
  private boolean quick;

  @Option(
      names = "--seeds",
      paramLabel = "K",
      description =
          "how many runs with noise give the confidence interval (5; with --quick 3); noise adds"
              + " runs up to this number until the interval is below 3 points")
  private Integer seeds;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "the seed of the first run (${DEFAULT-VALUE})")
  private long seed;

  @Option(
      names = "--segment",
      paramLabel = "SIZE",
      description = "the size of segments (128K; in gpu 512K)")
  private String segment;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "also write JSON lines; - is the standard output")
  private Path json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "also write a page with plots, as one file; - is the standard output")
  private Path html;

  @Option(
      names = "--svg",
      paramLabel = "FOLDER",
      description = "also write each plot to a file in this folder")
  private Path svg;

  @Option(
      names = "--trace",
      paramLabel = "FOLDER",
      description =
          "also write traces of propagation to this folder, one per implementation, for"
              + " ui.perfetto.dev")
  private Path traces;

  @Option(
      names = "--algorithm",
      paramLabel = "NAME=ALGORITHM",
      description =
          "noise, scaling: one more line: a name for it, and an algorithm with its settings, such"
              + " as short=topology,segment=32K; repeatable")
  private List<String> algorithms = new ArrayList<>();

  @Mixin private NoiseChoices noise;

  @Mixin private ScalingChoices scaling;

  private ProgressBar bar;
  private boolean failed;

  @Override
  public Integer call() {
    Set<Experiment> chosen;
    Scope scope;
    try {
      chosen = Experiment.named(experiments);
      scope = scope();
      WholeFile.check("--json", json, "--html", html);
      WholeFile.checkFolder("--svg", svg);
      WholeFile.checkFolder("--trace", traces);
      if (traces != null && !chosen.contains(Experiment.PROPAGATION)) {
        throw new IllegalArgumentException("--trace needs the experiment propagation");
      }
    } catch (IllegalArgumentException | UnsupportedOperationException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
    bar = ProgressBar.onError(spec.commandLine().getErr());
    List<Figure> figures = new ArrayList<>();
    int status;
    try (Interruption interruption = Interruption.watch();
        Laboratory laboratory = new Laboratory(DefaultRanks.here(), new Progress())) {
      var _ = interruption.future().thenRun(laboratory::stop);
      run(chosen, scope, laboratory, figures);
      write(figures);
      status = interruption.status().orElse(failed ? FAILED : 0);
    }
    return status;
  }

  private void write(List<Figure> figures) {
    if (json != null) {
      attempt("--json", () -> WholeFile.write(spec.commandLine(), json, StudyFiles.json(figures)));
    }
    if (html != null) {
      String page = StudyFiles.page(figures, GivenCommand.of(spec));
      attempt("--html", () -> WholeFile.write(spec.commandLine(), html, page));
    }
    if (svg != null) {
      attempt("--svg", () -> StudyFiles.images(svg, figures));
    }
  }

  /** What fails takes nothing with it that is or will be done. */
  private void attempt(String what, Runnable work) {
    try {
      work.run();
    } catch (CancellationException e) {
      throw e;
    } catch (IllegalArgumentException | IllegalStateException | UncheckedIOException e) {
      failed = true;
      bar.clear();
      spec.commandLine().getErr().println("starling: %s: %s".formatted(what, e.getMessage()));
      spec.commandLine().getErr().flush();
    }
  }

  private void run(
      Set<Experiment> chosen, Scope scope, Laboratory laboratory, List<Figure> figures) {
    PrintWriter out = StandardOutput.text(spec.commandLine(), json, html);
    try {
      for (Experiment experiment : chosen) {
        attempt(
            experiment.label(),
            () -> {
              Figure figure = experiment.run(laboratory, scope);
              bar.clear();
              figures.add(figure);
              out.println(StudyTable.of(figure));
              out.flush();
            });
      }
    } catch (CancellationException e) {
      bar.clear();
      spec.commandLine()
          .getErr()
          .println("starling: interrupted; the finished experiments are kept");
    }
  }

  private Scope scope() {
    int runs = seeds == null ? quick ? 3 : 5 : seeds;
    OptionBounds.check("--seeds", runs, 1, MOST_SEEDS);
    if (segment != null) {
      checkSegment();
    }
    List<String> names =
        !machines.isEmpty() ? machines : quick ? List.of("cori") : List.of("cori", "stampede2");
    List<SimulatedCluster> chosen = Scope.machines(names);
    return new Scope(
        chosen,
        quick,
        runs,
        seed,
        Optional.ofNullable(segment),
        Optional.ofNullable(traces),
        noise.settings(chosen, segment == null ? Scope.SEGMENT : segment, quick, algorithms),
        scaling.settings(algorithms));
  }

  private void checkSegment() {
    long bytes = ByteSize.parse(segment);
    OptionBounds.check("--segment", bytes, Float.BYTES, Scope.BYTES);
    if (bytes % Float.BYTES != 0) {
      throw new IllegalArgumentException(
          "--segment must be a multiple of 4 bytes (float32), not %d".formatted(bytes));
    }
  }

  /** How far the trials of an experiment are, and how long the rest will take. */
  private final class Progress implements Laboratory.Observer {
    private long began = System.nanoTime();

    @Override
    public void done(int number, int of, String what) {
      if (number == 1) {
        began = System.nanoTime();
      }
      double part = (double) number / of;
      Duration left =
          Duration.ofNanos(
              (long) ((System.nanoTime() - began) * (1 - part) / Math.max(part, 1e-9)));
      bar.show(
          part,
          String.format(Locale.ROOT, "%d of %d, %s left: %s", number, of, Units.time(left), what));
    }
  }
}
