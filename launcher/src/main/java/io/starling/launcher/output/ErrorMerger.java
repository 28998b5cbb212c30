package io.starling.launcher.output;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Shows the same error of many ranks once. Where a rank's stderr begins to tell of its end, it is
 * held for {@link #HOLD}; ranks whose texts are then the same, but for the rank in it and how far
 * its operation had come, are named together:
 *
 * <pre>
 * [ranks 0-2,4] starling: rank 3 has failed: its process was ended by signal KILL
 * </pre>
 *
 * <p>Those that come with it later get one more line. What ranks say because another has failed,
 * and at their ends, waits for the end of the job, and is dropped where the launcher has told the
 * cause. All other output passes at once. Free to use by all threads.
 */
public final class ErrorMerger {

  /** For how long: ranks that learn of the same thing say so within much less. */
  public static final Duration HOLD = Duration.ofMillis(300);

  /** What the line of a rank that ends because another has failed says of it. */
  public static final String LOST_PEER = "lost a peer";

  /** What a warning of a rank whose JVM ends says of it. */
  public static final String LAST_WORDS = "warns";

  private static final int LONGEST_HELD = 1 << 16;
  private static final int MOST_REMEMBERED = 64;

  /** How a rank's own words and the JVM's begin: {@code starling: rank 3 of 8: ...}. */
  private static final Pattern BEGINNING =
      Pattern.compile(
          "^(?:starling: (rank \\d+(?: of \\d+)?: )|Exception in thread )", Pattern.MULTILINE);

  /**
   * What may follow, how far its operation had come: {@code rank 3, barrier (2 of 4 moves done): }.
   */
  private static final Pattern PROGRESS =
      Pattern.compile("rank \\d+, ([^:(\n]+?)(?: \\([^)\n]*\\))?: ");

  private static final Pattern CONSEQUENCE =
      Pattern.compile(
          "^starling: (rank \\d+ of \\d+) (?:%s|%s): .*\n".formatted(LOST_PEER, LAST_WORDS),
          Pattern.MULTILINE);

  private final OutputSink sink;
  private final Executor later;
  private final Map<Integer, Held> consequences = new TreeMap<>();
  private final Map<Integer, Held> held = new TreeMap<>();
  private final Map<String, Integer> shown = new LinkedHashMap<>();
  private boolean causeIsTold;

  private record Held(LineTarget own, ByteArrayOutputStream text) {

    String string() {
      return text.toString(StandardCharsets.ISO_8859_1);
    }

    /** Without the rank and how far it had come, and therefore the same for all. */
    String key() {
      String text = string();
      Matcher consequence = CONSEQUENCE.matcher(text);
      if (consequence.lookingAt()) {
        String rest = text.substring(consequence.end(1) + 1);
        return text.substring(0, consequence.start(1))
            + PROGRESS.matcher(rest).replaceFirst("$1: ");
      }
      Matcher beginning = BEGINNING.matcher(text);
      if (!beginning.lookingAt() || beginning.group(1) == null) {
        return text;
      }
      String rest = text.substring(beginning.end(1));
      Matcher progress = PROGRESS.matcher(rest);
      return text.substring(0, beginning.start(1))
          + (progress.lookingAt()
              ? progress.group(1) + ": " + rest.substring(progress.end())
              : rest);
    }
  }

  /**
   * A merger of what goes to a sink.
   *
   * @param later runs a task after {@link #HOLD}
   */
  public ErrorMerger(OutputSink sink, Executor later) {
    this.sink = sink;
    this.later = later;
  }

  /** What is to stand between the stderr of a rank and its own lines. */
  public LineTarget target(int rank, LineTarget own) {
    return (bytes, offset, length) -> accept(rank, own, bytes, offset, length);
  }

  private synchronized void accept(int rank, LineTarget own, byte[] bytes, int offset, int length) {
    Held before = held.get(rank);
    if (before != null) {
      before.text().write(bytes, offset, length);
      if (before.text().size() > LONGEST_HELD) {
        held.remove(rank);
        show(before);
      }
      return;
    }
    String text = new String(bytes, offset, length, StandardCharsets.ISO_8859_1);
    Matcher consequence = CONSEQUENCE.matcher(text);
    if (consequence.find()) {
      int from = consequence.start();
      int to = consequence.end();
      pass(rank, own, bytes, offset, from);
      consequences
          .computeIfAbsent(rank, _ -> new Held(own, new ByteArrayOutputStream()))
          .text()
          .write(bytes, offset + from, to - from);
      accept(rank, own, bytes, offset + to, length - to);
    } else {
      pass(rank, own, bytes, offset, length);
    }
  }

  private void pass(int rank, LineTarget own, byte[] bytes, int offset, int length) {
    String text = new String(bytes, offset, length, StandardCharsets.ISO_8859_1);
    Matcher beginning = BEGINNING.matcher(text);
    if (!beginning.find()) {
      own.write(bytes, offset, length);
      return;
    }
    int passed = beginning.start();
    own.write(bytes, offset, passed);
    if (held.isEmpty()) {
      later.execute(this::flush);
    }
    var first = new ByteArrayOutputStream();
    first.write(bytes, offset + passed, length - passed);
    held.put(rank, new Held(own, first));
  }

  /** Shows what is held of errors. */
  public synchronized void flush() {
    show(held);
  }

  /**
   * Shows what a rank, and others in the same words, have said of their ends: here is the cause of
   * the end of the job, and what ranks say because of it is of no use any more.
   */
  public synchronized void showCause(int rank) {
    dropConsequences();
    Held cause = held.get(rank);
    if (cause != null) {
      Map<Integer, Held> alike = new TreeMap<>(held);
      alike.values().removeIf(text -> !text.key().equals(cause.key()));
      held.keySet().removeAll(alike.keySet());
      show(alike);
    }
  }

  /** The launcher tells why the job ends. */
  public synchronized void dropConsequences() {
    causeIsTold = true;
    consequences.clear();
  }

  /** Shows all that is held: the job is over. */
  public synchronized void end() {
    show(held);
    if (!causeIsTold) {
      show(consequences);
    }
    consequences.clear();
  }

  private void show(Map<Integer, Held> texts) {
    Map<String, List<Integer>> ranks = new LinkedHashMap<>();
    texts.forEach(
        (rank, text) -> ranks.computeIfAbsent(text.key(), _ -> new ArrayList<>()).add(rank));
    ranks.forEach((key, alike) -> show(key, alike, texts.get(alike.getFirst())));
    texts.clear();
  }

  private void show(String key, List<Integer> ranks, Held one) {
    Integer first = shown.get(key);
    if (first != null) {
      String line = key.substring(0, key.indexOf('\n') + 1);
      write("[%s] as rank %d above: %s".formatted(name(ranks), first, line));
    } else if (ranks.size() == 1) {
      show(one);
    } else {
      String tag = "[" + name(ranks) + "] ";
      write(tag + key.stripTrailing().replace("\n", "\n" + tag) + "\n");
    }
    if (shown.size() < MOST_REMEMBERED && key.endsWith("\n")) {
      shown.putIfAbsent(key, ranks.getFirst());
    }
  }

  private static String name(List<Integer> ranks) {
    return (ranks.size() == 1 ? "rank " : "ranks ") + RankSelection.of(ranks);
  }

  private void show(Held text) {
    byte[] bytes = text.text().toByteArray();
    text.own().write(bytes, 0, bytes.length);
  }

  private void write(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    sink.write(this, bytes, 0, bytes.length);
  }
}
