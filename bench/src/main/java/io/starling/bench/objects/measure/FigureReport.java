package io.starling.bench.objects.measure;

import io.starling.bench.report.ProgressBar;
import io.starling.launcher.output.StandardOutput;
import io.starling.runtime.bootstrap.api.RankEnvironment;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/** Where figures go: a table for people, JSON lines for machines. Rank 0 has it. */
final class FigureReport implements Closeable {

  private final PrintStream text;
  private final Optional<Writer> json;
  private final ProgressBar bar =
      new ProgressBar(
          new PrintWriter(System.err, false, StandardCharsets.UTF_8),
          "1".equals(System.getenv(RankEnvironment.TERMINAL)));

  FigureReport(PrintStream text, Optional<Writer> file) {
    this.text = text;
    json = file;
  }

  /**
   * On the standard output, and in a file if that is wanted.
   *
   * @param file {@code -} is the standard output; the table then goes to the standard error
   */
  static FigureReport open(Optional<Path> file) throws IOException {
    boolean isTaken = file.filter(StandardOutput::is).isPresent();
    Optional<Writer> lines = Optional.empty();
    if (file.isPresent()) {
      lines =
          Optional.of(
              isTaken
                  ? new OutputStreamWriter(System.out, StandardCharsets.UTF_8)
                  : Files.newBufferedWriter(file.get()));
    }
    return new FigureReport(isTaken ? System.err : System.out, lines);
  }

  void header() {
    text.printf(
        "%-10s %-9s %-8s %5s %11s %10s %12s %12s %12s%n",
        "benchmark",
        "library",
        "way",
        "ranks",
        "bytes",
        "iterations",
        "median [us]",
        "min [us]",
        "p99 [us]");
    text.flush();
  }

  /** Shows on a terminal what is measured now. */
  void announce(double part, String what) {
    bar.show(part, what);
  }

  /** Says what is not measured, and why. */
  void skip(String what) {
    bar.clear();
    System.err.println("starling: " + what);
  }

  void add(Figure figure) throws IOException {
    bar.clear();
    text.printf(
        Locale.ROOT,
        "%-10s %-9s %-8s %5d %11d %10d %12.1f %12.1f %12.1f%n",
        figure.benchmark(),
        figure.library(),
        figure.way(),
        figure.ranks(),
        figure.bytes(),
        figure.iterations(),
        figure.median(),
        figure.minimum(),
        figure.p99());
    text.flush();
    if (json.isPresent()) {
      figure.json().writeLine(json.get());
    }
  }

  @Override
  public void close() throws IOException {
    bar.clear();
    if (json.isPresent()) {
      json.get().close();
    }
  }
}
