package io.starling.bench.compare;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import io.starling.bench.report.Facts;
import io.starling.bench.report.Measurement;
import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;

/**
 * One JSON object per line: first the machine and the libraries, then one for each cell, library
 * and round, and one for each run that failed. Each line is whole before the next measurement.
 */
final class ComparisonJson implements Closeable {

  private static final double NANOS_PER_MICRO = 1e3;

  private final JsonGenerator json;

  ComparisonJson(Writer out) throws IOException {
    json = new JsonFactory().createGenerator(out);
    json.setPrettyPrinter(new MinimalPrettyPrinter(""));
  }

  void header(Facts facts, List<Contender> libraries) throws IOException {
    json.writeStartObject();
    json.writeObjectFieldStart("machine");
    for (var fact : facts.entries().entrySet()) {
      json.writeStringField(
          fact.getKey().toLowerCase(Locale.ROOT).replace(' ', '_'), fact.getValue());
    }
    json.writeEndObject();
    json.writeArrayFieldStart("libraries");
    for (Contender library : libraries) {
      json.writeStartObject();
      json.writeStringField("id", library.id());
      json.writeStringField("title", library.title());
      json.writeEndObject();
    }
    json.writeEndArray();
    end();
  }

  void sample(RoundSample sample) throws IOException {
    Measurement measurement = sample.measurement();
    json.writeStartObject();
    json.writeStringField("benchmark", measurement.benchmark());
    json.writeStringField("library", sample.library().id());
    json.writeNumberField("round", sample.round());
    json.writeStringField("algorithm", measurement.algorithm());
    json.writeNumberField("ranks", measurement.ranks());
    json.writeNumberField("bytes", measurement.bytes());
    json.writeNumberField("iterations", measurement.iterations());
    json.writeNumberField("avg_us", rounded(measurement.microseconds().average()));
    json.writeNumberField("min_us", rounded(measurement.microseconds().minimum()));
    json.writeNumberField("max_us", rounded(measurement.microseconds().maximum()));
    end();
  }

  void failure(String benchmark, Contender library, int round, String reason) throws IOException {
    json.writeStartObject();
    json.writeStringField("benchmark", benchmark);
    json.writeStringField("library", library.id());
    json.writeNumberField("round", round);
    json.writeStringField("failure", reason);
    end();
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

  private static double rounded(double microseconds) {
    return Math.rint(microseconds * NANOS_PER_MICRO) / NANOS_PER_MICRO;
  }
}
