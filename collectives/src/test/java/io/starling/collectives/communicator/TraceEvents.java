package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.runtime.json.Json;
import io.starling.runtime.json.JsonException;
import io.starling.runtime.json.JsonParser;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A trace, read again, with what Chrome's trace event format asks of it. */
final class TraceEvents {

  /** One event; times are nanoseconds. */
  record Event(String phase, int rank, int thread, String name, long begin, long end, String id) {}

  private final List<Event> all;
  private final Map<Integer, String> processes = new HashMap<>();

  private TraceEvents(List<Event> all) {
    this.all = all;
  }

  static TraceEvents read(Path file) throws IOException, JsonException {
    Json whole = JsonParser.parse(Files.readString(file));
    List<Json> elements = ((Json.ArrayValue) member(whole, "traceEvents")).elements();
    TraceEvents events = new TraceEvents(elements.stream().map(TraceEvents::event).toList());
    for (Json element : elements) {
      if (text(element, "name").equals("process_name")) {
        int rank = Integer.parseInt(text(element, "pid")) - 1;
        events.processes.put(rank, text(member(element, "args"), "name"));
      }
    }
    return events;
  }

  private static Json member(Json object, String key) {
    return ((Json.ObjectValue) object)
        .members().stream()
            .filter(member -> member.key().equals(key))
            .map(Json.Member::value)
            .findFirst()
            .orElse(null);
  }

  private static String text(Json object, String key) {
    return switch (member(object, key)) {
      case Json.Text text -> text.value();
      case Json.Numeral number -> number.value();
      case null, default -> "";
    };
  }

  private static Event event(Json object) {
    long begin = nanoseconds(text(object, "ts"));
    return new Event(
        text(object, "ph"),
        Integer.parseInt(text(object, "pid")) - 1,
        text(object, "tid").isEmpty() ? 0 : Integer.parseInt(text(object, "tid")),
        text(object, "name"),
        begin,
        begin + nanoseconds(text(object, "dur")),
        text(object, "id"));
  }

  private static long nanoseconds(String microseconds) {
    return microseconds.isEmpty()
        ? 0
        : new BigDecimal(microseconds).movePointRight(3).longValueExact();
  }

  String nameOf(int rank) {
    return processes.get(rank);
  }

  List<Event> phase(String phase) {
    return all.stream().filter(event -> event.phase.equals(phase)).toList();
  }

  /** The slices of a rank whose names begin like this. */
  List<Event> slices(int rank, String name) {
    return stream("X").filter(slice -> slice.rank == rank && slice.name.startsWith(name)).toList();
  }

  private Stream<Event> stream(String phase) {
    return phase(phase).stream();
  }

  void check() {
    assertThat(phase("X")).isNotEmpty().allMatch(slice -> slice.begin >= 0);
    assertThat(phase("X")).allMatch(slice -> slice.end > slice.begin);
    checkRows();
    checkArrows();
  }

  /**
   * In the order of the file, slices of a thread follow each other or lie inside each other, and
   * never touch where one ends: viewers add in floating point.
   */
  private void checkRows() {
    Map<Integer, Deque<Event>> open = new HashMap<>();
    Map<Integer, Integer> ranks = new HashMap<>();
    for (Event slice : phase("X")) {
      assertThat(ranks.merge(slice.thread, slice.rank, (first, _) -> first)).isEqualTo(slice.rank);
      Deque<Event> around = open.computeIfAbsent(slice.thread, _ -> new ArrayDeque<>());
      while (!around.isEmpty() && around.peek().end < slice.begin) {
        around.pop();
      }
      if (!around.isEmpty()) {
        Event outer = around.peek();
        assertThat(slice.begin).isGreaterThanOrEqualTo(outer.begin);
        assertThat(slice.end).as("%s in %s", slice, outer).isLessThan(outer.end);
      }
      around.push(slice);
    }
  }

  /** Each arrow has one begin in a send and one end in a receive, not before. */
  private void checkArrows() {
    Map<String, Event> begins = new HashMap<>();
    phase("s").forEach(begin -> assertThat(begins.put(begin.id, begin)).isNull());
    for (Event end : phase("f")) {
      Event begin = begins.remove(end.id);
      assertThat(begin).as("begin of arrow %s", end.id).isNotNull();
      assertThat(begin.begin).isLessThanOrEqualTo(end.begin);
      assertThat(at(begin)).anyMatch(slice -> slice.name.startsWith("send "));
      assertThat(at(end)).anyMatch(slice -> slice.name.equals("under way"));
      assertThat(at(end)).anyMatch(slice -> slice.name.contains(" from " + begin.rank));
    }
    assertThat(begins).isEmpty();
  }

  private List<Event> at(Event arrow) {
    return stream("X")
        .filter(slice -> slice.thread == arrow.thread)
        .filter(slice -> slice.begin <= arrow.begin && arrow.begin < slice.end)
        .toList();
  }
}
