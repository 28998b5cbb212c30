package io.starling.bench.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.util.Optional;

/**
 * One JSON object per line; what is written is flushed, so that an interrupted run leaves whole
 * lines.
 */
public final class JsonLines implements Closeable {

  private static final double NANOS_PER_MICRO = 1e3;

  private final JsonGenerator json;
  private final Optional<String> device;

  /** Writes to a stream that {@link #close} closes. */
  public JsonLines(Writer out) throws IOException {
    this(out, Optional.empty());
  }

  /**
   * The same, with a device in each line.
   *
   * @param device in whose memory messages lie; empty for the host's
   */
  public JsonLines(Writer out, Optional<String> device) throws IOException {
    this.device = device;
    json = new JsonFactory().createGenerator(out);
    json.setPrettyPrinter(new MinimalPrettyPrinter(""));
  }

  /** Writes one line. */
  public void write(Measurement measurement) throws IOException {
    json.writeStartObject();
    json.writeStringField("benchmark", measurement.benchmark());
    json.writeStringField("library", Measurement.LIBRARY);
    json.writeStringField("algorithm", measurement.algorithm());
    if (device.isPresent()) {
      json.writeStringField("device", device.get());
    }
    json.writeNumberField("ranks", measurement.ranks());
    json.writeNumberField("bytes", measurement.bytes());
    json.writeNumberField("iterations", measurement.iterations());
    json.writeNumberField("avg_us", rounded(measurement.microseconds().average()));
    json.writeNumberField("min_us", rounded(measurement.microseconds().minimum()));
    json.writeNumberField("max_us", rounded(measurement.microseconds().maximum()));
    if (measurement.latencies().isPresent()) {
      Latencies latencies = measurement.latencies().get();
      json.writeNumberField("p50_us", rounded(latencies.microseconds(50)));
      json.writeNumberField("p99_us", rounded(latencies.microseconds(99)));
      json.writeNumberField("p99_9_us", rounded(latencies.microseconds(99.9)));
      json.writeNumberField("p100_us", rounded(latencies.microseconds(100)));
      json.writeNumberField("clock_ns", latencies.clock());
    }
    for (var detail : measurement.details().entrySet()) {
      if (detail.getValue() instanceof Double number) {
        json.writeNumberField(detail.getKey(), rounded(number));
      } else if (detail.getValue() instanceof Long count) {
        json.writeNumberField(detail.getKey(), count);
      } else {
        json.writeStringField(detail.getKey(), detail.getValue().toString());
      }
    }
    json.writeEndObject();
    json.writeRaw('\n');
    json.flush();
  }

  @Override
  public void close() throws IOException {
    json.close();
  }

  /** Nothing below a nanosecond means anything. */
  private static double rounded(double microseconds) {
    return Math.rint(microseconds * NANOS_PER_MICRO) / NANOS_PER_MICRO;
  }
}
