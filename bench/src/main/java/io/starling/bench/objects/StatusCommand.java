package io.starling.bench.objects;

import io.starling.bench.report.WholeFile;
import io.starling.launcher.exit.Signals;
import io.starling.launcher.output.StandardOutput;
import io.starling.launcher.output.Terminal;
import io.starling.objects.ObjectStore;
import io.starling.objects.StoreReport;
import io.starling.runtime.StarlingException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code starling objects status}: what each store has. */
@Command(
    name = "status",
    header = "Shows the stores, their memory and what they do.",
    description = {
      "",
      "'sends' counts the copies that a store sends to others now, 'waits' its questions to the"
          + " directory without an answer, such as gets of objects that do not exist yet.",
      ""
    },
    exitCodeList = {
      "0:the stores have answered, or the output is closed",
      "1:there is no store, or it has no quorum: it reaches too few others to go on",
      "2:wrong usage"
    },
    footer = {
      "  starling objects status",
      "  starling objects status --watch",
      "  starling objects status --json -"
    })
final class StatusCommand implements Callable<Integer> {

  private static final Duration PERIOD = Duration.ofSeconds(1);
  private static final String CLEAR = "\033[H\033[2J";

  @Spec private CommandSpec spec;

  @Mixin private StoreOption store;

  @Option(
      names = "--watch",
      description =
          "show it again each second, until INT or until nothing reads it; on a terminal in place")
  private boolean watch;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "write it to this file for machines; - is the standard output")
  private Path json;

  @Override
  public Integer call() {
    if (watch && json != null) {
      throw new ParameterException(spec.commandLine(), "--watch and --json exclude each other");
    }
    CompletableFuture<Integer> signal = new CompletableFuture<>();
    try (ObjectStore connection = store.connect();
        Signals _ = new Signals(signal::complete)) {
      boolean well;
      do {
        List<StoreReport> reports = connection.report(false);
        show(reports);
        well = ReportTable.troubles(reports).isEmpty();
      } while (watch && !StandardOutput.isBroken() && !isOver(signal));
      return well ? 0 : 1;
    } catch (StarlingException e) {
      spec.commandLine().getErr().println("starling: " + e.getMessage());
      return 1;
    }
  }

  private void show(List<StoreReport> reports) {
    if (json != null) {
      WholeFile.write(spec.commandLine(), json, ReportJson.stores(reports));
    }
    PrintWriter out = StandardOutput.text(spec.commandLine(), json);
    if (watch && Terminal.OUTPUT.isDrawable()) {
      out.print(CLEAR);
    }
    ReportTable.stores(reports).forEach(out::println);
    ReportTable.troubles(reports).forEach(out::println);
    out.flush();
  }

  private static boolean isOver(CompletableFuture<Integer> signal) {
    try {
      signal.get(PERIOD.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (java.util.concurrent.TimeoutException e) {
      return false;
    } catch (InterruptedException | java.util.concurrent.ExecutionException e) {
      return true;
    }
  }
}
