package io.starling.bench.objects;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.starling.objects.ObjectInfo;
import io.starling.objects.StoreReport;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;

/** Stores and objects for machines. Sizes are bytes, times seconds. */
final class ReportJson {

  private static final double MILLIS = 1000;

  private ReportJson() {}

  /** An array of stores. */
  static String stores(List<StoreReport> reports) {
    return array(reports, ReportJson::write);
  }

  /** An array of objects. */
  static String objects(List<ObjectInfo> objects) {
    return array(objects, ReportJson::write);
  }

  private interface Writer<T> {
    void write(JsonGenerator json, T element) throws IOException;
  }

  private static <T> String array(List<T> elements, Writer<T> writer) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text).useDefaultPrettyPrinter()) {
      json.writeStartArray();
      for (T element : elements) {
        writer.write(json, element);
      }
      json.writeEndArray();
    } catch (IOException e) {
      throw new UncheckedIOException("a text can be written", e);
    }
    return text + "\n";
  }

  private static void write(JsonGenerator json, StoreReport report) throws IOException {
    json.writeStartObject();
    json.writeNumberField("store", report.slot());
    json.writeStringField("address", report.host());
    json.writeNumberField("view", report.view());
    json.writeNumberField("memory", report.memory());
    json.writeNumberField("used", report.used());
    json.writeNumberField("copies", report.copies());
    json.writeNumberField("objects", report.entries());
    json.writeNumberField("programs", report.clients());
    json.writeNumberField("sends", report.streams());
    json.writeNumberField("waits", report.pending());
    json.writeNumberField("age", report.age().toMillis() / MILLIS);
    json.writeStringField("trouble", report.noQuorum().orElse(null));
    json.writeEndObject();
  }

  private static void write(JsonGenerator json, ObjectInfo object) throws IOException {
    json.writeStartObject();
    json.writeStringField("id", object.id().toString());
    json.writeStringField("type", object.type().toString());
    json.writeNumberField("size", object.size());
    json.writeBooleanField("complete", object.complete());
    json.writeBooleanField("small", object.small());
    json.writeNumberField("age", object.age().toMillis() / MILLIS);
    json.writeArrayFieldStart("places");
    for (ObjectInfo.Place place : object.places()) {
      json.writeStartObject();
      json.writeNumberField("store", place.store());
      json.writeBooleanField("complete", place.complete());
      json.writeBooleanField("original", place.original());
      json.writeNumberField("readers", place.readers());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}
