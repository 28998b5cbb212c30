package io.starling.bench.laboratory.noise;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.util.Locale;

/**
 * One JSON object per line: first what is measured, then one for each library, algorithm,
 * percentage and round, and one for each percentage of a line in all.
 */
final class NoiseJson implements Closeable {

  private final JsonGenerator json;

  NoiseJson(Writer out) throws IOException {
    json = new JsonFactory().createGenerator(out);
    json.setPrettyPrinter(new MinimalPrettyPrinter(""));
  }

  void header(NoiseWork work, String command, int cores) throws IOException {
    json.writeStartObject();
    json.writeStringField("command", command);
    json.writeStringField("collective", work.kind().label());
    json.writeNumberField("bytes", work.bytes());
    json.writeNumberField("ranks", work.ranks());
    json.writeNumberField("cores", cores);
    json.writeStringField("mode", work.mode().label());
    json.writeNumberField("hertz", work.hertz());
    json.writeNumberField("seed", work.seed());
    json.writeNumberField("turn_ms", work.turn().toMillis());
    json.writeNumberField("rounds", work.rounds());
    end();
  }

  void line(Line line) throws IOException {
    for (Line.Cell cell : line.cells()) {
      for (int round = 0; round < cell.microseconds().length; round++) {
        begin(line, cell.percent());
        json.writeNumberField("round", round + 1);
        number("avg_us", cell.microseconds()[round]);
        number("injected_percent", cell.injected()[round]);
        end();
      }
    }
    for (Line.Cell cell : line.cells()) {
      Estimate slowdown = cell.slowdown(line.cells().getFirst());
      begin(line, cell.percent());
      number("avg_us", cell.time().mean());
      number("slowdown_percent", slowdown.mean());
      number("slowdown_margin_percent", slowdown.margin());
      number("injected_percent", cell.share().mean());
      end();
    }
  }

  void failure(Subject subject, String reason) throws IOException {
    json.writeStartObject();
    json.writeStringField("library", subject.contender().id());
    json.writeStringField("algorithm", subject.algorithm());
    json.writeStringField("failure", reason);
    end();
  }

  private void begin(Line line, double percent) throws IOException {
    json.writeStartObject();
    json.writeStringField("library", line.library().id());
    json.writeStringField("algorithm", line.algorithm());
    json.writeNumberField("percent", percent);
  }

  /** JSON has no NaN. */
  private void number(String name, double value) throws IOException {
    json.writeFieldName(name);
    if (Double.isFinite(value)) {
      json.writeNumber(String.format(Locale.ROOT, "%.3f", value));
    } else {
      json.writeNull();
    }
  }

  private void end() throws IOException {
    json.writeEndObject();
    json.writeRaw('\n');
    json.flush();
  }

  @Override
  public void close() throws IOException {
    json.close();
  }
}
