package io.starling.bench.soak;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The same as JSON, an object in a line. */
final class SoakJson implements Closeable {

  private final JsonGenerator json;

  SoakJson(Writer out) throws IOException {
    json = new JsonFactory().createGenerator(out);
    json.setPrettyPrinter(new MinimalPrettyPrinter(""));
  }

  void write(String transport, SoakOptions options, Findings findings) throws IOException {
    for (Map.Entry<String, List<ProcessSample>> rank : findings.samples().entrySet()) {
      for (ProcessSample vitals : rank.getValue()) {
        begin("sample", transport);
        json.writeStringField("rank", rank.getKey());
        for (ProcessSample.Kind kind : ProcessSample.Kind.values()) {
          json.writeNumberField(kind.name().toLowerCase(Locale.ROOT), vitals.of(kind));
        }
        end();
      }
    }
    for (Map.Entry<String, Findings.Count> entry : findings.counts().entrySet()) {
      begin("calls", transport);
      json.writeStringField("kind", entry.getKey());
      json.writeNumberField("calls", entry.getValue().calls());
      json.writeNumberField("bytes", entry.getValue().bytes());
      end();
    }
    begin("total", transport);
    json.writeNumberField("seed", options.seed());
    json.writeNumberField("ranks", options.ranks());
    json.writeNumberField("steps", findings.farthest() - options.from());
    json.writeNumberField("jobs", findings.jobs());
    json.writeNumberField("kills", findings.kills());
    json.writeNumberField("recoveries", findings.recoveries());
    texts("wrong", findings.wrong());
    texts("hanging", findings.hanging());
    texts("growth", findings.growth());
    end();
  }

  private void begin(String what, String transport) throws IOException {
    json.writeStartObject();
    json.writeStringField("what", what);
    json.writeStringField("transport", transport);
  }

  private void texts(String name, List<String> texts) throws IOException {
    json.writeArrayFieldStart(name);
    for (String text : texts) {
      json.writeString(text);
    }
    json.writeEndArray();
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
