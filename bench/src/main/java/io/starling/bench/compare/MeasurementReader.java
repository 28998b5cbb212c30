package io.starling.bench.compare;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.starling.bench.report.Measurement;
import io.starling.bench.report.Statistics;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the lines that {@code starling bench --json} and the C driver write. */
final class MeasurementReader {

  private static final JsonFactory FACTORY = new JsonFactory();

  private MeasurementReader() {}

  /**
   * What is whole; libraries that warn on standard output, or were killed amid a line, do no harm.
   */
  static List<Measurement> read(String text) {
    return text.lines()
        .filter(line -> line.startsWith("{\"benchmark\""))
        .map(MeasurementReader::line)
        .flatMap(Optional::stream)
        .toList();
  }

  private static Optional<Measurement> line(String line) {
    Map<String, String> fields = new HashMap<>();
    try (JsonParser parser = FACTORY.createParser(line)) {
      while (parser.nextToken() != null) {
        if (parser.currentToken() == JsonToken.FIELD_NAME) {
          String name = parser.currentName();
          parser.nextToken();
          fields.put(name, parser.getText());
        }
      }
      return Optional.of(
          new Measurement(
              fields.get("benchmark"),
              fields.get("algorithm"),
              Integer.parseInt(fields.get("ranks")),
              Long.parseLong(fields.get("bytes")),
              Long.parseLong(fields.get("iterations")),
              new Statistics(
                  Double.parseDouble(fields.get("avg_us")),
                  Double.parseDouble(fields.get("min_us")),
                  Double.parseDouble(fields.get("max_us")))));
    } catch (IOException | NumberFormatException | NullPointerException e) {
      return Optional.empty();
    }
  }
}
