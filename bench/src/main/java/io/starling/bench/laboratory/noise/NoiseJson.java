package io.starling.bench.laboratory.noise;

import io.starling.bench.laboratory.Estimate;
import io.starling.bench.report.Json;
import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * One JSON object per line: first what is measured, then one for each library, algorithm,
 * percentage and round, and one for each percentage of a line in all.
 */
record NoiseJson(Writer out) implements Closeable {

  void header(NoiseWork work, String command, int cores) throws IOException {
    new Json()
        .put("command", command)
        .put("collective", work.kind().label())
        .put("bytes", work.bytes())
        .put("ranks", work.ranks())
        .put("cores", cores)
        .put("mode", work.mode().label())
        .put("hertz", work.hertz())
        .put("seed", work.seed())
        .put("turn_ms", work.turn().toMillis())
        .put("rounds", work.rounds())
        .writeLine(out);
  }

  void line(Line line) throws IOException {
    for (Line.Cell cell : line.cells()) {
      for (int round = 0; round < cell.microseconds().length; round++) {
        begin(line, cell.percent())
            .put("round", round + 1)
            .put("avg_us", number(cell.microseconds()[round]))
            .put("injected_percent", number(cell.injected()[round]))
            .writeLine(out);
      }
    }
    for (Line.Cell cell : line.cells()) {
      Estimate extra = cell.extra(line.cells().getFirst());
      Estimate slowdown = cell.slowdown(line.cells().getFirst());
      begin(line, cell.percent())
          .put("avg_us", number(cell.time().mean()))
          .put("extra_us", number(extra.mean()))
          .put("extra_margin_us", number(extra.margin()))
          .put("slowdown_percent", number(slowdown.mean()))
          .put("slowdown_margin_percent", number(slowdown.margin()))
          .put("injected_percent", number(cell.share().mean()))
          .writeLine(out);
    }
  }

  void failure(Subject subject, String reason) throws IOException {
    new Json()
        .put("library", subject.contender().id())
        .put("algorithm", subject.algorithm())
        .put("failure", reason)
        .writeLine(out);
  }

  private static Json begin(Line line, double percent) {
    return new Json()
        .put("library", line.library().id())
        .put("algorithm", line.algorithm())
        .put("percent", percent);
  }

  /** Three digits; null if it is none. */
  private static BigDecimal number(double value) {
    return Double.isFinite(value)
        ? BigDecimal.valueOf(value).setScale(3, RoundingMode.HALF_UP)
        : null;
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
