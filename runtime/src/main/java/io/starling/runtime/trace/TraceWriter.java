package io.starling.runtime.trace;

import io.starling.runtime.memory.ByteSize;
import io.starling.runtime.progress.Tags;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Writes the logs of all ranks into one file.
 *
 * <pre>
 *   rank 0   sends      [send 64 KiB to 1, segment 0]
 *                        |
 *   rank 1   receives   [| receive 64 KiB from 0, segment 0        ]
 *                        +->[under way                             ]
 *            cpu                [noise        ][fold]
 * </pre>
 *
 * A receive may be posted early and wait; a nested slice begins when its message was sent.
 */
final class TraceWriter {

  /** The shortest slice in nanoseconds: empty slices are invisible and carry no arrows. */
  static final long SHORTEST = 4;

  private static final int PLACES = 1 << 20;

  private final List<TracedRank> ranks;
  private final Arrows arrows;

  private final long end;

  private TraceWriter(List<TracedRank> ranks, long end) {
    this.ranks = ranks;
    this.end = end;
    arrows = Arrows.between(ranks);
  }

  /**
   * Writes a file atomically.
   *
   * @param fromZero whether times are shown unchanged, rather than relative to the first event
   * @param end the time until which unfinished events are shown
   */
  static TraceSummary write(List<TracedRank> ranks, boolean fromZero, long end, Path file)
      throws IOException {
    Path whole = file.toAbsolutePath();
    Path part = whole.resolveSibling(whole.getFileName() + ".part");
    TraceWriter writer = new TraceWriter(ranks, end);
    TraceSummary summary = writer.summary();
    try (BufferedWriter out = Files.newBufferedWriter(part)) {
      TraceOutput output = new TraceOutput(out, fromZero ? 0 : writer.firstTime());
      output.begin(summary);
      writer.writeAll(output);
      output.end();
    } catch (UncheckedIOException e) {
      Files.deleteIfExists(part);
      throw e.getCause();
    } catch (IOException | RuntimeException | Error e) {
      Files.deleteIfExists(part);
      throw e;
    }
    Files.move(part, whole, StandardCopyOption.REPLACE_EXISTING);
    return summary;
  }

  private TraceSummary summary() {
    long kept = 0;
    long dropped = 0;
    for (TracedRank rank : ranks) {
      kept += rank.log().count() - rank.log().first();
      dropped += rank.log().first();
    }
    List<Integer> silent =
        ranks.stream().filter(rank -> !rank.log().hasBegun()).map(TracedRank::rank).toList();
    return new TraceSummary(kept, dropped, arrows.count(), silent);
  }

  private long firstTime() {
    return ranks.stream()
        .map(TracedRank::log)
        .filter(log -> log.count() > 0)
        .mapToLong(log -> log.begin(log.first()))
        .min()
        .orElse(0);
  }

  private void writeAll(TraceOutput output) {
    for (TracedRank rank : ranks) {
      if (rank.log().hasBegun()) {
        writeRank(rank, output);
      }
    }
  }

  private void writeRank(TracedRank rank, TraceOutput output) {
    TraceLog log = rank.log();
    int process = rank.rank() + 1;
    output.nameProcess(process, rank.name());
    Map<EventKind, Rows> rows = rows();
    for (long event = log.first(); event < log.count(); event++) {
      long begin = log.begin(event);
      boolean open = log.ending(event) == Ending.UNFINISHED;
      long itsEnd = Math.max(open ? end : log.end(event), begin + SHORTEST);
      EventKind kind = log.kind(event);
      Rows itsRows = rows.get(kind);
      itsRows.place(begin, itsEnd, output, process);
      int thread = itsRows.thread();
      if (event == log.first() && event > 0) {
        output.remark(process, thread, begin, event + " earlier events were dropped");
      }
      output.slice(
          process,
          thread,
          itsRows.depth(),
          begin,
          itsEnd,
          kind.row(),
          name(log, event),
          details(log, event));
      switch (kind) {
        case SEND -> writeArrowFrom(log, event, process, thread, output);
        case RECEIVE -> writeArrowTo(rank, event, itsEnd, thread, output);
        default -> {}
      }
    }
  }

  private static Map<EventKind, Rows> rows() {
    Map<String, Rows> byName =
        Map.of(
            "cpu", new Rows("cpu", true, 0),
            "sends", new Rows("sends", false, PLACES),
            "receives", new Rows("receives", false, 2 * PLACES),
            "to device", new Rows("to device", false, 3 * PLACES),
            "on device", new Rows("on device", false, 4 * PLACES),
            "from device", new Rows("from device", false, 5 * PLACES));
    Map<EventKind, Rows> rows = new EnumMap<>(EventKind.class);
    for (EventKind kind : EventKind.values()) {
      rows.put(kind, byName.get(kind.row()));
    }
    return rows;
  }

  private void writeArrowFrom(
      TraceLog log, long event, int process, int thread, TraceOutput output) {
    int arrow = arrows.ofSend(log, event);
    if (arrow != Arrows.NONE) {
      output.arrowFrom(process, thread, log.begin(event), arrow);
    }
  }

  private void writeArrowTo(
      TracedRank rank, long event, long itsEnd, int thread, TraceOutput output) {
    TraceLog log = rank.log();
    int arrow = arrows.toReceive(rank.rank(), log, event);
    if (arrow != Arrows.NONE) {
      int process = rank.rank() + 1;
      long begin = Math.min(Math.max(log.begin(event), arrows.begin(arrow)), itsEnd - SHORTEST);
      output.slice(process, thread, 1, begin, itsEnd, "message", "under way", "");
      output.arrowTo(process, thread, begin, arrow);
    }
  }

  /** The name of a slice. */
  private static String name(TraceLog log, long event) {
    return switch (log.kind(event)) {
      case SEND -> transfer("send ", " to ", log, event);
      case RECEIVE -> transfer("receive ", " from ", log, event);
      case FOLD -> "fold " + bytes(log.bytes(event));
      case POST -> "post";
      case HANDLE -> "handle";
      case COPY -> "copy";
      case COMPUTE -> "compute";
      case NOISE -> "noise";
      case COPY_IN -> "to device " + bytes(log.bytes(event));
      case COPY_OUT -> "from device " + bytes(log.bytes(event));
      case COPY_WITHIN -> "copy " + bytes(log.bytes(event));
      case DEVICE_FOLD -> "fold " + bytes(log.bytes(event));
    };
  }

  private static String transfer(String verb, String preposition, TraceLog log, long event) {
    Ending ending = log.ending(event);
    int peer = log.peer(event);
    String name = verb + bytes(log.bytes(event)) + preposition + (peer < 0 ? "any rank" : peer);
    if (log.number(event) != MessageCounter.UNKNOWN) {
      name += ", " + tag(log.tag(event));
    }
    return switch (ending) {
      case COMPLETE -> name;
      case UNFINISHED -> name + " (unfinished)";
      case TRUNCATED -> name + " (truncated)";
      case CANCELLED -> name + " (cancelled)";
      case BROKEN -> name + " (failed)";
    };
  }

  private static String tag(long tag) {
    return Tags.isCollective(tag) ? "segment " + Tags.segmentOf(tag) : "tag " + Tags.userTagOf(tag);
  }

  /**
   * The details of a slice that a viewer shows on a click; begins with a comma unless it is empty.
   */
  private static String details(TraceLog log, long event) {
    return switch (log.kind(event)) {
      case SEND, RECEIVE ->
          ",\"args\":{\"bytes\":%d,\"peer\":%d,%s\"number\":%d}"
              .formatted(
                  log.bytes(event), log.peer(event), origin(log.tag(event)), log.number(event));
      case FOLD, COPY_IN, COPY_OUT, COPY_WITHIN, DEVICE_FOLD ->
          ",\"args\":{\"bytes\":%d}".formatted(log.bytes(event));
      case NOISE -> ",\"cname\":\"terrible\"";
      default -> "";
    };
  }

  private static String origin(long tag) {
    return Tags.isCollective(tag)
        ? "\"communicator\":%d,\"collective\":%d,\"segment\":%d,"
            .formatted(Tags.contextOf(tag), Tags.sequenceOf(tag), Tags.segmentOf(tag))
        : "\"communicator\":%d,\"tag\":%d,".formatted(Tags.contextOf(tag), Tags.userTagOf(tag));
  }

  private static String bytes(long bytes) {
    String text = ByteSize.format(bytes);
    boolean whole = Character.isDigit(text.charAt(text.length() - 1));
    return whole
        ? text + " B"
        : text.substring(0, text.length() - 1) + " " + text.charAt(text.length() - 1) + "iB";
  }
}
