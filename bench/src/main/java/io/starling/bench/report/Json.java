package io.starling.bench.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A JSON object; its fields stand in the order in which they were put. */
public final class Json {

  private static final double NANOS_PER_MICRO = 1e3;

  private final Map<String, Object> fields = new LinkedHashMap<>();

  /** Puts text, a number, a truth, an object, a list of such, or null. JSON has no NaN: null. */
  public Json put(String name, Object value) {
    fields.put(name, value);
    return this;
  }

  /** Microseconds without what is below a nanosecond, which means nothing. */
  public static double rounded(double microseconds) {
    return Math.rint(microseconds * NANOS_PER_MICRO) / NANOS_PER_MICRO;
  }

  /** As a line, flushed, so that an interrupted run leaves whole lines. */
  public void writeLine(Writer out) throws IOException {
    out.write(this + "\n");
    out.flush();
  }

  /** A list for people, too, on several lines. */
  public static String pretty(List<Json> all) {
    return text(all, true) + "\n";
  }

  /** On one line. */
  @Override
  public String toString() {
    return text(this, false);
  }

  private static String text(Object value, boolean pretty) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      if (pretty) {
        json.useDefaultPrettyPrinter();
      }
      write(value, json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static void write(Object value, JsonGenerator json) throws IOException {
    switch (value) {
      case Json object -> {
        json.writeStartObject();
        for (Map.Entry<String, Object> field : object.fields.entrySet()) {
          json.writeFieldName(field.getKey());
          write(field.getValue(), json);
        }
        json.writeEndObject();
      }
      case List<?> all -> {
        json.writeStartArray();
        for (Object one : all) {
          write(one, json);
        }
        json.writeEndArray();
      }
      case Double number when !Double.isFinite(number) -> json.writeNull();
      case null, default -> json.writePOJO(value);
    }
  }
}
