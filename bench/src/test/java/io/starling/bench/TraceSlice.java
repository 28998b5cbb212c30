package io.starling.bench;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Something in a trace that took its time on one rank.
 *
 * @param begin in microseconds
 * @param end in microseconds
 */
record TraceSlice(String rank, String row, double begin, double end) {

  boolean isOpenWhenBegins(TraceSlice other) {
    return rank.equals(other.rank) && begin < other.begin && other.begin < end;
  }

  static List<TraceSlice> read(Path trace) throws IOException {
    List<TraceSlice> slices = new ArrayList<>();
    try (JsonParser parser = new JsonFactory().createParser(trace.toFile())) {
      while (parser.nextToken() != JsonToken.START_ARRAY) {
        // What comes before the events.
      }
      while (parser.nextToken() == JsonToken.START_OBJECT) {
        Map<String, String> event = event(parser);
        if (event.get("ph").equals("X")) {
          double begin = Double.parseDouble(event.get("ts"));
          double end = begin + Double.parseDouble(event.get("dur"));
          slices.add(new TraceSlice(event.get("pid"), event.get("cat"), begin, end));
        }
      }
    }
    return slices;
  }

  /** Those of one row of each rank. */
  static List<TraceSlice> in(List<TraceSlice> slices, String row) {
    return slices.stream().filter(slice -> slice.row().equals(row)).toList();
  }

  private static Map<String, String> event(JsonParser parser) throws IOException {
    Map<String, String> event = new HashMap<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String key = parser.currentName();
      if (parser.nextToken() == JsonToken.START_OBJECT) {
        parser.skipChildren();
      } else {
        event.put(key, parser.getText());
      }
    }
    return event;
  }
}
