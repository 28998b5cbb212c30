package io.starling.runtime.trace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;

/**
 * Writes events in Chrome's trace event format, as a JSON object. A process is a rank, a thread is
 * one of its rows. Both are numbered from 1, because some viewers treat 0 as the idle process.
 */
final class TraceOutput {

  private static final long THOUSAND = 1000;

  private final Writer writer;
  private final long origin;
  private final StringBuilder line = new StringBuilder(256);
  private boolean first = true;
  private int threads;

  /**
   * Into a writer.
   *
   * @param origin the time in nanoseconds that is shown as 0
   */
  TraceOutput(Writer writer, long origin) {
    this.writer = writer;
    this.origin = origin;
  }

  void begin(TraceSummary summary) throws IOException {
    writer.write(
        """
        {"displayTimeUnit":"ns","otherData":{"producer":"Starling","droppedEvents":"%d"},\
        "traceEvents":[
        """
            .formatted(summary.dropped()));
  }

  void end() throws IOException {
    writer.write("\n]}\n");
  }

  void nameProcess(int process, String name) {
    event("M", process);
    line.append(",\"name\":\"process_name\",\"args\":{\"name\":");
    text(name);
    line.append("}}");
    write();
    event("M", process);
    line.append(",\"name\":\"process_sort_index\",\"args\":{\"sort_index\":").append(process);
    line.append("}}");
    write();
  }

  /** Names a new thread; returns its number. */
  int nameThread(int process, String name, int place) {
    int thread = ++threads;
    event("M", process, thread);
    line.append(",\"name\":\"thread_name\",\"args\":{\"name\":");
    text(name);
    line.append("}}");
    write();
    event("M", process, thread);
    line.append(",\"name\":\"thread_sort_index\",\"args\":{\"sort_index\":").append(place);
    line.append("}}");
    write();
    return thread;
  }

  /** A remark about a process. */
  void remark(int process, int thread, long time, String remark) {
    event("i", process, thread);
    time("ts", time - origin);
    line.append(",\"s\":\"p\",\"name\":");
    text(remark);
    line.append('}');
    write();
  }

  /**
   * A slice. It is shown a nanosecond shorter, and a further one per nesting level: viewers add
   * times in floating point, and might treat adjacent slices as overlapping ones.
   *
   * @param details further members of the object, beginning with a comma; may be empty
   */
  void slice(
      int process,
      int thread,
      int depth,
      long begin,
      long end,
      String category,
      String name,
      String details) {
    event("X", process, thread);
    time("ts", begin - origin);
    time("dur", end - begin - depth - 1);
    line.append(",\"cat\":\"").append(category).append("\",\"name\":");
    text(name);
    line.append(details).append('}');
    write();
  }

  /** An arrow begins at the slice of the given time. */
  void arrowFrom(int process, int thread, long time, int arrow) {
    arrow("s", process, thread, time, arrow);
    line.append('}');
    write();
  }

  /** An arrow ends at the slice of the given time. */
  void arrowTo(int process, int thread, long time, int arrow) {
    arrow("f", process, thread, time, arrow);
    line.append(",\"bp\":\"e\"}");
    write();
  }

  private void arrow(String phase, int process, int thread, long time, int arrow) {
    event(phase, process, thread);
    time("ts", time - origin);
    line.append(",\"cat\":\"message\",\"name\":\"message\",\"id\":").append(arrow);
  }

  private void event(String phase, int process, int thread) {
    event(phase, process);
    line.append(",\"tid\":").append(thread);
  }

  private void event(String phase, int process) {
    line.setLength(0);
    line.append("{\"ph\":\"").append(phase).append("\",\"pid\":").append(process);
  }

  /** A time in microseconds with three digits for the nanoseconds. */
  private void time(String name, long nanoseconds) {
    line.append(",\"").append(name).append("\":").append(nanoseconds / THOUSAND).append('.');
    long rest = nanoseconds % THOUSAND;
    line.append((char) ('0' + rest / 100))
        .append((char) ('0' + rest / 10 % 10))
        .append((char) ('0' + rest % 10));
  }

  private void text(String text) {
    line.append('"');
    for (int i = 0; i < text.length(); i++) {
      char letter = text.charAt(i);
      if (letter == '"' || letter == '\\') {
        line.append('\\').append(letter);
      } else {
        line.append(letter < ' ' ? ' ' : letter);
      }
    }
    line.append('"');
  }

  private void write() {
    try {
      if (!first) {
        writer.write(",\n");
      }
      first = false;
      writer.append(line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
