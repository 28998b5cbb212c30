package io.starling.runtime.trace;

import java.util.List;

/** Finds the receive of each send: it has the same source, target, tag and number. */
final class Arrows {

  /** The arrow of a transfer without a partner. */
  static final int NONE = -1;

  private static final long FACTOR = 0x9E3779B97F4A7C15L;

  private final long[] keys;
  private final long[] begins;
  private final boolean[] matched;
  private int count;

  private Arrows(int places) {
    keys = new long[places];
    begins = new long[places];
    matched = new boolean[places];
  }

  /** Matches the sends and receives of all ranks. */
  static Arrows between(List<TracedRank> ranks) {
    long sends = 0;
    for (TracedRank rank : ranks) {
      TraceLog log = rank.log();
      for (long event = log.first(); event < log.count(); event++) {
        sends += log.kind(event) == EventKind.SEND ? 1 : 0;
      }
    }
    Arrows arrows = new Arrows(Math.toIntExact(Math.max(2, Long.highestOneBit(sends) * 4)));
    for (TracedRank rank : ranks) {
      TraceLog log = rank.log();
      for (long event = log.first(); event < log.count(); event++) {
        arrows.addSend(log, event);
      }
    }
    for (TracedRank rank : ranks) {
      TraceLog log = rank.log();
      for (long event = log.first(); event < log.count(); event++) {
        arrows.match(rank.rank(), log, event);
      }
    }
    return arrows;
  }

  private void addSend(TraceLog log, long event) {
    if (log.kind(event) == EventKind.SEND && log.number(event) != MessageCounter.UNKNOWN) {
      long key = key(log.peer(event), log, event);
      int place = place(key);
      keys[place] = key;
      begins[place] = log.begin(event);
    }
  }

  private void match(int target, TraceLog log, long event) {
    int place = ofReceive(target, log, event);
    if (place != NONE && !matched[place] && begins[place] <= log.end(event)) {
      matched[place] = true;
      count++;
    }
  }

  /** The number of arrows. */
  int count() {
    return count;
  }

  /** The arrow of a send, or NONE. */
  int ofSend(TraceLog log, long event) {
    return matchedOrNone(find(log.peer(event), log, event));
  }

  /** The arrow of a receive, or NONE; each arrow has one end. */
  int toReceive(int target, TraceLog log, long event) {
    int place = ofReceive(target, log, event);
    return place != NONE && begins[place] <= log.end(event) ? matchedOrNone(place) : NONE;
  }

  /** The time at which an arrow's send began. */
  long begin(int arrow) {
    return begins[arrow];
  }

  private int ofReceive(int target, TraceLog log, long event) {
    boolean complete = log.kind(event) == EventKind.RECEIVE && log.ending(event) == Ending.COMPLETE;
    return complete ? find(target, log, event) : NONE;
  }

  private int matchedOrNone(int place) {
    return place != NONE && matched[place] ? place : NONE;
  }

  private int find(int target, TraceLog log, long event) {
    if (log.number(event) == MessageCounter.UNKNOWN) {
      return NONE;
    }
    long key = key(target, log, event);
    int place = place(key);
    return keys[place] == key ? place : NONE;
  }

  /** The place of a key in the table, or the free place for it. */
  private int place(long key) {
    int place = (int) (key >>> 32) & (keys.length - 1);
    while (keys[place] != 0 && keys[place] != key) {
      place = (place + 1) & (keys.length - 1);
    }
    return place;
  }

  /** A 64-bit hash of source, target, tag and number; never 0. */
  private static long key(int target, TraceLog log, long event) {
    long key = mix(log.tag(event));
    key = mix(key + target * FACTOR);
    key = mix(key + log.number(event) * FACTOR);
    return key == 0 ? 1 : key;
  }

  private static long mix(long value) {
    long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
