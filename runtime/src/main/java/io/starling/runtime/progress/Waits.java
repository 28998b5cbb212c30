package io.starling.runtime.progress;

import io.starling.runtime.StarlingException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** What the calls of a rank wait for, and what they say of it while nothing happens. */
public final class Waits {

  /** The number of operations that are described; further ones are counted. */
  private static final int MOST_OPERATIONS = 20;

  private static final long LONGEST_UNANNOUNCED_SLEEP = 50_000;

  private final Engine engine;
  private final Threads threads;
  private final TransferTable transfers;
  private final List<Supplier<String>> probes = new ArrayList<>();
  private volatile boolean stalled;

  /** The number of waits for what no transport announces. */
  private int unannounced;

  Waits(Engine engine, Threads threads, TransferTable transfers) {
    this.engine = engine;
    this.threads = threads;
    this.transfers = transfers;
  }

  /** Makes progress until the operation has ended; throws if it failed. To be called inside. */
  public void await(Operation operation) {
    if (operation.isDone()) {
      threads.settle();
    } else {
      threads.await(operation, operation.done, Long.MAX_VALUE);
    }
    operation.check();
  }

  /**
   * Makes progress until {@code done} about an operation, or the nanoseconds have elapsed; returns
   * whether it is done.
   */
  public boolean await(Operation operation, BooleanSupplier done, long nanoseconds) {
    engine.enter();
    try {
      return threads.await(operation, done, nanoseconds);
    } finally {
      engine.leave();
    }
  }

  /**
   * Makes progress until a look finds what messages, completions or the launcher's news bring. To
   * be called inside.
   */
  public void await(BooleanSupplier look, Supplier<String> what) {
    probes.add(what);
    try {
      threads.await(null, look, Long.MAX_VALUE);
    } finally {
      probes.remove(what);
    }
  }

  /**
   * Makes progress until a look finds what no transport announces: what other ranks write to
   * memory, or a free lock of a file. Sleeps are short. To be called inside.
   *
   * @param look whether it finds that; it does not throw, because other threads may call it
   */
  public void awaitUnannounced(BooleanSupplier look, Supplier<String> what) {
    unannounced++;
    try {
      await(look, what);
    } finally {
      unannounced--;
    }
  }

  /** Makes progress for a time in nanoseconds, after which another attempt may succeed. */
  public void pause(long nanoseconds, Supplier<String> what) {
    probes.add(what);
    try {
      threads.await(null, () -> false, nanoseconds);
    } finally {
      probes.remove(what);
    }
  }

  /** The longest sleep of a waiting thread in nanoseconds, as far as waits limit it. */
  long longestSleep() {
    return unannounced > 0 ? LONGEST_UNANNOUNCED_SLEEP : Long.MAX_VALUE;
  }

  /** Makes progress until news from outside make a condition true. */
  public void await(BooleanSupplier condition) {
    await(null, condition, Long.MAX_VALUE);
  }

  /** Ends a wait for an operation that is complete; does nothing if the engine is closed. */
  public void settle() {
    if (!engine.isClosed()) {
      engine.enter();
      try {
        threads.settle();
      } finally {
        engine.leave();
      }
    }
  }

  /** Throws if this thread was interrupted while it asks about an operation; null for all. */
  public void checkInterrupt(Operation operation) {
    if (Thread.currentThread().isInterrupted()) {
      throw new StarlingException("interrupted: " + pending(operation));
    }
  }

  /** Whether a probe waits, which no operation completes. */
  public boolean isProbing() {
    return !probes.isEmpty();
  }

  /** Whether a call waits without a time limit, and nothing has happened for a second. */
  public boolean isStalled() {
    return stalled;
  }

  /** A call without a time limit has waited for long, or goes on. */
  public void stalled(boolean value) {
    stalled = value;
  }

  /** The open transfers of this rank, one per line, for messages. */
  public String pending() {
    return pending(null);
  }

  /** The open transfers of one operation; of all if it is null. */
  public String pending(Operation operation) {
    return report(operation, operation == null ? probes : List.of());
  }

  private String report(Operation only, List<Supplier<String>> itsProbes) {
    Map<Operation, List<Integer>> rowsOf = openRows(only);
    StringBuilder text = new StringBuilder("rank ").append(engine.rank()).append(" waits for ");
    if (itsProbes.isEmpty() && rowsOf.isEmpty()) {
      return text.append("nothing").toString();
    }
    String separator = "";
    for (Supplier<String> probe : itsProbes) {
      text.append(separator).append(probe.get());
      separator = "; ";
    }
    for (var entry : rowsOf.entrySet().stream().limit(MOST_OPERATIONS).toList()) {
      text.append(separator).append(entry.getKey().describe());
      append(text, entry.getValue());
      separator = "; ";
    }
    if (rowsOf.size() > MOST_OPERATIONS) {
      text.append("; and ").append(rowsOf.size() - MOST_OPERATIONS).append(" more operations");
    }
    return text.toString();
  }

  /**
   * The rows of open transfers by operation; those of a delegate count for the whole.
   *
   * @param only the operation; null for all
   */
  private Map<Operation, List<Integer>> openRows(Operation only) {
    var wholeOf = new LinkedHashMap<Operation, Operation>();
    for (Operation whole : only == null ? transfers.patient() : only.andPartners()) {
      for (Operation each = whole; each != null; each = each.delegate()) {
        wholeOf.putIfAbsent(each, whole);
      }
    }
    var rowsOf = new LinkedHashMap<Operation, List<Integer>>();
    if (only != null && !only.isDone()) {
      rowsOf.put(only, new ArrayList<>());
    }
    for (int row = 0; row < transfers.rows(); row++) {
      Operation operation = transfers.operation[row];
      if (operation != null && (only == null || wholeOf.containsKey(operation))) {
        rowsOf
            .computeIfAbsent(wholeOf.getOrDefault(operation, operation), _ -> new ArrayList<>())
            .add(row);
      }
    }
    for (Operation whole : wholeOf.values()) {
      if (!whole.isDone()) {
        rowsOf.putIfAbsent(whole, new ArrayList<>());
      }
    }
    return rowsOf;
  }

  private void append(StringBuilder text, List<Integer> rows) {
    int end = text.length();
    append(text, rows, TransferTable.RECEIVE, " receive from ");
    append(text, rows, TransferTable.SEND, " send to ");
    append(text, rows, TransferTable.ACCESS, " access to memory of ");
    appendExchanges(text, rows);
    appendWork(text, rows);
    appendOutside(text, rows);
    if (text.length() > end) {
      text.insert(end, ':');
    }
  }

  private void append(StringBuilder text, List<Integer> rows, byte kind, String what) {
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

  private void appendExchanges(StringBuilder text, List<Integer> rows) {
    for (int row : rows) {
      if (transfers.kind[row] == TransferTable.EXCHANGE) {
        text.append(' ').append(transfers.board[row].waitsFor(row));
      }
    }
  }

  private void appendOutside(StringBuilder text, List<Integer> rows) {
    long works = rows.stream().filter(row -> transfers.kind[row] == TransferTable.OUTSIDE).count();
    if (works > 0) {
      text.append(" work of other threads (").append(works).append(" open)");
    }
  }

  private void appendWork(StringBuilder text, List<Integer> rows) {
    long works = rows.stream().filter(row -> transfers.kind[row] >= TransferTable.WORK).count();
    if (works > 0) {
      text.append(" copies or folds of a device (").append(works).append(" open)");
    }
  }
}
