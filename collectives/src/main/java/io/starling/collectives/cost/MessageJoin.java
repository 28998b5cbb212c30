package io.starling.collectives.cost;

import io.starling.collectives.exchange.RankMessages;
import io.starling.collectives.exchange.RankMessages.End;
import io.starling.topology.locality.MessageGraph;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Joins the two ends of each message. A message waits for what its sender waits for, and for what
 * its receiver waits for before it posts the receive, as long messages do.
 */
final class MessageJoin {

  /** A message, by which both of its ends find it. */
  private record Key(int from, int to, int number) {}

  private final List<RankMessages> ranks;
  private final Map<Key, Integer> numbers = new HashMap<>();

  /** For each rank the messages of its ends. */
  private final int[][] messages;

  private MessageJoin(List<RankMessages> ranks) {
    this.ranks = ranks;
    messages = new int[ranks.size()][];
    for (int rank = 0; rank < messages.length; rank++) {
      List<End> ends = ranks.get(rank).ends();
      messages[rank] = new int[ends.size()];
      for (int i = 0; i < messages[rank].length; i++) {
        messages[rank][i] = numbers.computeIfAbsent(key(rank, ends.get(i)), _ -> numbers.size());
      }
    }
  }

  private static Key key(int rank, End end) {
    return end.isSend()
        ? new Key(rank, end.peer(), end.number())
        : new Key(end.peer(), rank, end.number());
  }

  /** The messages between all ranks. */
  static MessageGraph of(List<RankMessages> ranks) {
    return new MessageJoin(ranks).graph();
  }

  private MessageGraph graph() {
    int count = numbers.size();
    int[] from = new int[count];
    int[] to = new int[count];
    double[] bytes = new double[count];
    int[][] after = new int[count][];
    for (int rank = 0; rank < messages.length; rank++) {
      List<End> ends = ranks.get(rank).ends();
      int[] itsMessages = messages[rank];
      for (int i = 0; i < itsMessages.length; i++) {
        End end = ends.get(i);
        int message = itsMessages[i];
        from[message] = end.isSend() ? rank : end.peer();
        to[message] = end.isSend() ? end.peer() : rank;
        bytes[message] = end.bytes();
        int[] waits = Arrays.stream(end.after()).map(place -> itsMessages[place]).toArray();
        after[message] = after[message] == null ? waits : union(after[message], waits);
      }
    }
    return MessageGraph.of(ranks.size(), from, to, bytes, after);
  }

  private static int[] union(int[] some, int... more) {
    return IntStream.concat(Arrays.stream(some), Arrays.stream(more)).distinct().toArray();
  }
}
