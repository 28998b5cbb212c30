package io.starling.bench;

import io.starling.bench.report.LatencyPage;
import io.starling.bench.report.Measurement;
import io.starling.bench.report.ProgressBar;
import io.starling.bench.report.Table;
import io.starling.bench.report.WholeFile;
import io.starling.collectives.Communicator;
import io.starling.launcher.output.StandardOutput;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Where measurements go, at rank 0: the table, JSON lines and a page. Other ranks are silent. */
final class MeasurementReport implements Closeable {

  private final BenchmarkOptions options;
  private final Communicator world;
  private final ProgressBar bar;
  private final Table table;
  private final Optional<String> device;
  private final Optional<Writer> json;
  private final List<Measurement> all = new ArrayList<>();

  /**
   * Begins a report.
   *
   * @param devices in whose memory messages lie; empty for the host's
   */
  MeasurementReport(BenchmarkOptions options, Communicator world, Optional<RankDevices> devices)
      throws IOException {
    this.options = options;
    this.world = world;
    device = devices.map(RankDevices::names);
    boolean isTerminal = "1".equals(System.getenv("STARLING_TERMINAL"));
    PrintWriter errors = new PrintWriter(System.err, false, StandardCharsets.UTF_8);
    bar = new ProgressBar(errors, isTerminal && isShown());
    if (!isShown()) {
      table = new Table(new PrintStream(OutputStream.nullOutputStream()), options.columns());
      json = Optional.empty();
      return;
    }
    boolean isOutputTaken =
        options.json().filter(StandardOutput::is).isPresent()
            || options.html().filter(StandardOutput::is).isPresent();
    PrintStream text = isOutputTaken ? System.err : System.out;
    devices.ifPresent(names -> text.println("messages are in the memory of " + names.withRanks()));
    table = new Table(text, options.columns());
    json = options.json().isEmpty() ? Optional.empty() : Optional.of(writer(options.json().get()));
    table.header();
  }

  private boolean isShown() {
    return world.rank() == 0;
  }

  private static Writer writer(Path file) throws IOException {
    return StandardOutput.is(file)
        ? new OutputStreamWriter(System.out, StandardCharsets.UTF_8)
        : Files.newBufferedWriter(file);
  }

  /**
   * Shows on a terminal what is measured now.
   *
   * @param part how much is done, from 0 to 1
   */
  void announce(double part, String what) {
    bar.show(part, what);
  }

  void add(Measurement measurement) throws IOException {
    bar.clear();
    all.add(measurement);
    table.row(measurement);
    if (json.isPresent()) {
      measurement.json(device).writeLine(json.get());
    }
  }

  /** Writes the page, of what is complete only. */
  void finish() {
    options.html().filter(_ -> isShown()).ifPresent(this::writePage);
  }

  private void writePage(Path file) {
    String page = LatencyPage.of(options.facts(world.size()), all);
    if (StandardOutput.is(file)) {
      System.out.print(page);
      System.out.flush();
    } else {
      WholeFile.write(file, page);
    }
  }

  @Override
  public void close() throws IOException {
    if (json.isPresent()) {
      json.get().close();
    }
  }
}
