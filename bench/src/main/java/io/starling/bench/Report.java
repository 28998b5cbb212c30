package io.starling.bench;

import io.starling.bench.report.JsonLines;
import io.starling.bench.report.Measurement;
import io.starling.bench.report.Table;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Where measurements go. */
interface Report extends Closeable {

  /** Tells a person on the terminal what is measured now. */
  void announce(String what);

  void add(Measurement measurement) throws IOException;

  @Override
  void close() throws IOException;

  /**
   * The table on standard output and, if wanted, JSON lines in a file.
   *
   * @param devices in whose memory messages lie; empty for the host's
   */
  static Report open(Optional<Path> json, Optional<RankDevices> devices) throws IOException {
    devices.ifPresent(all -> System.out.println("messages lie on " + all.withRanks()));
    return new Visible(
        json.isEmpty()
            ? Optional.empty()
            : Optional.of(
                new JsonLines(
                    Files.newBufferedWriter(json.get()), devices.map(RankDevices::names))));
  }

  /** For the ranks that do not report. */
  static Report silent() {
    return new Silent();
  }

  /** What rank 0 uses. */
  final class Visible implements Report {

    private static final String CLEAR_LINE = "\r\033[K";

    private final boolean watched = "1".equals(System.getenv("STARLING_TERMINAL"));
    private final Table table = new Table(System.out);
    private final Optional<JsonLines> json;

    private Visible(Optional<JsonLines> json) {
      this.json = json;
      table.header();
    }

    @Override
    public void announce(String what) {
      if (watched) {
        System.err.printf("%s%s ...", CLEAR_LINE, what);
        System.err.flush();
      }
    }

    @Override
    public void add(Measurement measurement) throws IOException {
      if (watched) {
        System.err.print(CLEAR_LINE);
        System.err.flush();
      }
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
  final class Silent implements Report {

    @Override
    public void announce(String what) {}

    @Override
    public void add(Measurement measurement) {}

    @Override
    public void close() {}
  }
}
