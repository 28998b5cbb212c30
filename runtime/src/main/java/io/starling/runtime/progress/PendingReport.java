package io.starling.runtime.progress;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/** Describes the open transfers in words. */
final class PendingReport {

  /** The number of operations that are listed; further ones are counted. */
  private static final int MOST_OPERATIONS = 20;

  private PendingReport() {}

  /**
   * A report on a rank.
   *
   * @param only the operation whose transfers are reported, or null for all
   * @param probes describe the open probes of the rank
   */
  static String of(
      int rank, TransferTable transfers, Operation only, List<Supplier<String>> probes) {
    var rowsOf = new LinkedHashMap<Operation, List<Integer>>();
    for (int row = 0; row < transfers.rows(); row++) {
      Operation operation = transfers.operation[row];
      if (operation != null && (only == null || only == operation)) {
        rowsOf.computeIfAbsent(operation, o -> new ArrayList<>()).add(row);
      }
    }
    StringBuilder text = new StringBuilder("rank ").append(rank).append(" waits for ");
    if (probes.isEmpty() && rowsOf.isEmpty()) {
      return text.append("nothing").toString();
    }
    String separator = "";
    for (Supplier<String> probe : probes) {
      text.append(separator).append(probe.get());
      separator = "; ";
    }
    for (var entry : rowsOf.sequencedEntrySet().stream().limit(MOST_OPERATIONS).toList()) {
      text.append(separator).append(entry.getKey().describe()).append(':');
      append(text, transfers, entry.getValue(), TransferTable.RECEIVE, " receive from ");
      append(text, transfers, entry.getValue(), TransferTable.SEND, " send to ");
      appendWork(text, transfers, entry.getValue());
      separator = "; ";
    }
    if (rowsOf.size() > MOST_OPERATIONS) {
      text.append("; and ").append(rowsOf.size() - MOST_OPERATIONS).append(" more operations");
    }
    return text.toString();
  }

  private static void append(
      StringBuilder text, TransferTable transfers, List<Integer> rows, byte kind, String what) {
    var peers = new TreeMap<Integer, TreeSet<Integer>>();
    for (int row : rows) {
      if (transfers.kind[row] == kind) {
        peers
            .computeIfAbsent(transfers.peer[row], p -> new TreeSet<>())
            .add(transfers.segment[row]);
      }
    }
    peers.forEach(
        (peer, segments) ->
            text.append(what)
                .append(TransferTable.name(peer))
                .append(" (segment ")
                .append(segments.first())
                .append(segments.size() > 1 ? " to " + segments.last() : "")
                .append(")"));
  }

  private static void appendWork(StringBuilder text, TransferTable transfers, List<Integer> rows) {
    long works = rows.stream().filter(row -> transfers.kind[row] >= TransferTable.WORK).count();
    if (works > 0) {
      text.append(" copies or folds of a device (").append(works).append(" open)");
    }
  }
}
