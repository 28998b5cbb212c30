package io.starling.topology.locality;

import java.util.Arrays;
import java.util.HashMap;

/**
 * The messages of a collective. Each comes after those for which it waits.
 *
 * @param ranks the number of ranks
 * @param from the sender of each message
 * @param to its receiver
 * @param bytes its length
 * @param afterFrom for each message the index of the first message in {@code after} for which it
 *     waits; one more entry at the end
 * @param after the messages for which it waits
 */
public record MessageGraph(
    int ranks, int[] from, int[] to, double[] bytes, int[] afterFrom, int[] after) {

  /**
   * A graph of messages in any order.
   *
   * @param waitsFor for each message those for which it waits
   * @throws IllegalArgumentException if messages wait for each other in a circle
   */
  public static MessageGraph of(int ranks, int[] from, int[] to, double[] bytes, int[][] waitsFor) {
    int[] order = sorted(waitsFor);
    int[] place = new int[order.length];
    int[] afterFrom = new int[order.length + 1];
    for (int i = 0; i < order.length; i++) {
      place[order[i]] = i;
      afterFrom[i + 1] = afterFrom[i] + waitsFor[order[i]].length;
    }
    int[] after = new int[afterFrom[order.length]];
    int next = 0;
    for (int message : order) {
      for (int other : waitsFor[message]) {
        after[next++] = place[other];
      }
    }
    return new MessageGraph(
        ranks,
        Arrays.stream(order).map(message -> from[message]).toArray(),
        Arrays.stream(order).map(message -> to[message]).toArray(),
        Arrays.stream(order).mapToDouble(message -> bytes[message]).toArray(),
        afterFrom,
        after);
  }

  /** The messages in an order in which each comes after those for which it waits. */
  private static int[] sorted(int[]... waitsFor) {
    int count = waitsFor.length;
    int[] waiting = new int[count];
    int[] first = new int[count + 1];
    for (int message = 0; message < count; message++) {
      waiting[message] = waitsFor[message].length;
      for (int other : waitsFor[message]) {
        first[other + 1]++;
      }
    }
    for (int message = 0; message < count; message++) {
      first[message + 1] += first[message];
    }
    int[] followers = new int[first[count]];
    int[] next = Arrays.copyOf(first, count);
    for (int message = 0; message < count; message++) {
      for (int other : waitsFor[message]) {
        followers[next[other]++] = message;
      }
    }
    int[] order = new int[count];
    int found = 0;
    for (int message = 0; message < count; message++) {
      if (waiting[message] == 0) {
        order[found++] = message;
      }
    }
    for (int done = 0; done < found; done++) {
      for (int i = first[order[done]]; i < first[order[done] + 1]; i++) {
        if (--waiting[followers[i]] == 0) {
          order[found++] = followers[i];
        }
      }
    }
    if (found < count) {
      throw new IllegalArgumentException(
          "%d of %d messages wait for each other in a circle".formatted(count - found, count));
    }
    return order;
  }

  /** The number of messages. */
  public int size() {
    return from.length;
  }

  /** The round of each message: one more than the last round of those for which it waits. */
  int[] rounds() {
    int[] rounds = new int[size()];
    for (int message = 0; message < rounds.length; message++) {
      for (int i = afterFrom[message]; i < afterFrom[message + 1]; i++) {
        rounds[message] = Math.max(rounds[message], rounds[after[i]] + 1);
      }
    }
    return rounds;
  }

  /** For each message the one before it between the same two ranks, or -1. */
  int[] previous() {
    int[] previous = new int[size()];
    var last = new HashMap<Long, Integer>();
    for (int message = 0; message < previous.length; message++) {
      Integer before = last.put((long) from[message] * ranks + to[message], message);
      previous[message] = before == null ? -1 : before;
    }
    return previous;
  }
}
