package io.starling.collectives.file;

import io.starling.collectives.Hints;
import io.starling.topology.layout.Layout;
import io.starling.topology.layout.NodeTable;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * The hints that Starling knows; see {@link io.starling.collectives.ParallelFile}. A value that is
 * none counts as missing, as MPI wants it.
 *
 * @param blockBytes the length of a block, which one aggregator writes at once
 * @param aggregators how many ranks write for all; 0 for one on each host
 * @param writes how collective writes go
 * @param reads how collective reads go
 */
record FileHints(long blockBytes, int aggregators, Exchange writes, Exchange reads) {

  /** Whether the ranks exchange data before they access the file. */
  enum Exchange {
    AUTOMATIC,
    ALWAYS,
    NEVER
  }

  private static final String BLOCK = "cb_buffer_size";
  private static final String AGGREGATORS = "cb_nodes";
  private static final String BOTH = "collective_buffering";
  private static final String WRITES = "romio_cb_write";
  private static final String READS = "romio_cb_read";
  private static final long DEFAULT_BLOCK = 1 << 20;
  private static final long SMALLEST_BLOCK = 64 << 10;
  private static final long LARGEST_BLOCK = 8 << 20;
  private static final long PAGE = 4096;

  static FileHints of(Hints given) {
    Exchange both = exchange(given, BOTH, Exchange.AUTOMATIC);
    long block = number(given, BLOCK, DEFAULT_BLOCK);
    return new FileHints(
        Math.clamp(block, SMALLEST_BLOCK, LARGEST_BLOCK) / PAGE * PAGE,
        (int) Math.min(Integer.MAX_VALUE, number(given, AGGREGATORS, 0)),
        exchange(given, WRITES, both),
        exchange(given, READS, both));
  }

  private static long number(Hints given, String key, long otherwise) {
    try {
      long value = given.get(key).map(text -> Long.parseLong(text.strip())).orElse(otherwise);
      return value <= 0 ? otherwise : value;
    } catch (NumberFormatException e) {
      return otherwise;
    }
  }

  private static Exchange exchange(Hints given, String key, Exchange otherwise) {
    return switch (given.get(key).orElse("").strip().toLowerCase(Locale.ROOT)) {
      case "true", "enable" -> Exchange.ALWAYS;
      case "false", "disable" -> Exchange.NEVER;
      case "automatic" -> Exchange.AUTOMATIC;
      default -> otherwise;
    };
  }

  /** These and all other hints, as the user sees them. */
  Hints describe(Hints given, int aggregatorsInUse) {
    return given
        .with(BLOCK, Long.toString(blockBytes))
        .with(AGGREGATORS, Integer.toString(aggregatorsInUse))
        .with(WRITES, text(writes))
        .with(READS, text(reads));
  }

  private static String text(Exchange exchange) {
    return switch (exchange) {
      case AUTOMATIC -> "automatic";
      case ALWAYS -> "enable";
      case NEVER -> "disable";
    };
  }

  /** The ranks that write for all: the first of each host, then the second, and so on. */
  int[] chosenRanks(Layout layout) {
    NodeTable nodes = layout.table();
    int most = Math.min(aggregators == 0 ? nodes.nodes() : aggregators, layout.size());
    return IntStream.range(0, layout.size())
        .flatMap(
            turn ->
                IntStream.range(0, nodes.nodes())
                    .mapToObj(nodes::ranksOf)
                    .filter(ranks -> turn < ranks.size())
                    .mapToInt(ranks -> ranks.get(turn)))
        .limit(most)
        .toArray();
  }
}
