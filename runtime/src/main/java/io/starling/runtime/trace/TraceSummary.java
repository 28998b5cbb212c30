package io.starling.runtime.trace;

import java.util.List;

/**
 * A summary of a trace.
 *
 * @param events the number of transfers, folds and other events of ranks
 * @param dropped the number of earlier events that were not kept
 * @param arrows the number of sends with an arrow to their receive
 * @param silent the ranks without a log
 */
public record TraceSummary(long events, long dropped, long arrows, List<Integer> silent) {

  private static final int MOST_NAMED = 8;

  public TraceSummary {
    silent = List.copyOf(silent);
  }

  /** One line of text. */
  public String describe(String file) {
    StringBuilder text = new StringBuilder("%d events in %s".formatted(events, file));
    if (dropped > 0) {
      text.append(", the last of each rank; %d earlier ones were dropped".formatted(dropped));
    }
    if (!silent.isEmpty()) {
      String more = silent.size() > MOST_NAMED ? ", ..." : "";
      String names =
          silent.stream()
              .limit(MOST_NAMED)
              .map(String::valueOf)
              .reduce((left, right) -> left + ", " + right)
              .orElseThrow();
      text.append("; nothing came from rank ").append(names).append(more);
    }
    return text.append("; open it in https://ui.perfetto.dev or chrome://tracing").toString();
  }
}
