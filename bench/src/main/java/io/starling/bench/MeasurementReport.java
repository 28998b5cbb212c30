package io.starling.bench;

import io.starling.bench.report.JsonLines;
import io.starling.bench.report.Measurement;
import io.starling.bench.report.ProgressBar;
import io.starling.bench.report.Table;
import io.starling.launcher.output.StandardOutput;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Where measurements go. */
interface MeasurementReport extends Closeable {

  /**
   * Shows on a terminal what is measured now.
   *
   * @param part how much is done, from 0 to 1
   */
  void announce(double part, String what);

  void add(Measurement measurement) throws IOException;

  @Override
  void close() throws IOException;

  /**
   * The table on standard output and, if wanted, JSON lines in a file.
   *
   * @param devices in whose memory messages lie; empty for the host's
   */
  static MeasurementReport open(Optional<Path> json, Optional<RankDevices> devices)
      throws IOException {
    boolean isOutputTaken = json.filter(StandardOutput::is).isPresent();
    PrintStream text = isOutputTaken ? System.err : System.out;
    devices.ifPresent(all -> text.println("messages are in the memory of " + all.withRanks()));
    Optional<Writer> file = Optional.empty();
    if (json.isPresent()) {
      file =
          Optional.of(
              isOutputTaken
                  ? new OutputStreamWriter(System.out, StandardCharsets.UTF_8)
                  : Files.newBufferedWriter(json.get()));
    }
    Optional<JsonLines> lines = Optional.empty();
    if (file.isPresent()) {
      lines = Optional.of(new JsonLines(file.get(), devices.map(RankDevices::names)));
    }
    return new Visible(text, lines);
  }

  /** For the ranks that do not report. */
  static MeasurementReport silent() {
    return new Silent();
  }

  /** What rank 0 uses. */
  final class Visible implements MeasurementReport {

    private final ProgressBar bar =
        new ProgressBar(
            new PrintWriter(System.err, false, StandardCharsets.UTF_8),
            "1".equals(System.getenv("STARLING_TERMINAL")));
    private final Table table;
    private final Optional<JsonLines> json;

    private Visible(PrintStream text, Optional<JsonLines> json) {
      table = new Table(text);
      this.json = json;
      table.header();
    }

    @Override
    public void announce(double part, String what) {
      bar.show(part, what);
    }

    @Override
    public void add(Measurement measurement) throws IOException {
      bar.clear();
      table.row(measurement);
      if (json.isPresent()) {
        json.get().write(measurement);
      }
    }

    @Override
    public void close() throws IOException {
      if (json.isPresent()) {
        json.get().close();
      }
    }
  }

  /** What the other ranks use. */
  final class Silent implements MeasurementReport {

    @Override
    public void announce(double part, String what) {}

    @Override
    public void add(Measurement measurement) {}

    @Override
    public void close() {}
  }
}
