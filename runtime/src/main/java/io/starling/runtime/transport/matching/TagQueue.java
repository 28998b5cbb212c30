package io.starling.runtime.transport.matching;

import java.util.Arrays;

/**
 * Numbered places in the order in which they were taken. They are found in constant time by an
 * exact tag, and by search for a part of a tag. The queue allocates only to grow.
 */
public final class TagQueue {

  /** No place. */
  public static final int NONE = -1;

  static final int INITIAL_PLACES = 64;

  private static final long WHOLE_TAG = -1;

  private long[] tags = new long[0];
  private int[] next = new int[0];
  private int[] previous = new int[0];
  private int[] chained = new int[0];
  private int[] chainHead = new int[0];
  private int[] chainTail = new int[0];
  private int first = NONE;
  private int last = NONE;
  private int free = NONE;

  /** Whether no place is taken. */
  public boolean isEmpty() {
    return first == NONE;
  }

  /** The number of places, taken or free; it only grows. */
  public int places() {
    return tags.length;
  }

  /** Takes a place behind all others. */
  public int add(long tag) {
    if (free == NONE) {
      grow();
    }
    int place = free;
    free = next[place];
    tags[place] = tag;
    next[place] = NONE;
    previous[place] = last;
    if (last == NONE) {
      first = place;
    } else {
      next[last] = place;
    }
    last = place;
    chain(place);
    return place;
  }

  private void chain(int place) {
    int bucket = bucket(tags[place]);
    chained[place] = NONE;
    if (chainHead[bucket] == NONE) {
      chainHead[bucket] = place;
    } else {
      chained[chainTail[bucket]] = place;
    }
    chainTail[bucket] = place;
  }

  /** The first place with this tag, or NONE. */
  public int find(long tag) {
    if (first == NONE) {
      return NONE;
    }
    int place = chainHead[bucket(tag)];
    while (place != NONE && tags[place] != tag) {
      place = chained[place];
    }
    return place;
  }

  /** The first place whose tag equals this in the bits of the mask, or NONE. */
  public int find(long tag, long mask) {
    if (mask == WHOLE_TAG) {
      return find(tag);
    }
    int place = first;
    while (place != NONE && ((tags[place] ^ tag) & mask) != 0) {
      place = next[place];
    }
    return place;
  }

  /** The first place, or NONE. */
  public int first() {
    return first;
  }

  /** The place behind this one, or NONE. */
  public int after(int place) {
    return next[place];
  }

  /** The tag of a place. */
  public long tag(int place) {
    return tags[place];
  }

  /** Frees a place. */
  public void remove(int place) {
    unchain(place);
    if (previous[place] == NONE) {
      first = next[place];
    } else {
      next[previous[place]] = next[place];
    }
    if (next[place] == NONE) {
      last = previous[place];
    } else {
      previous[next[place]] = previous[place];
    }
    next[place] = free;
    free = place;
  }

  private void unchain(int place) {
    int bucket = bucket(tags[place]);
    int before = NONE;
    for (int other = chainHead[bucket]; other != place; other = chained[other]) {
      before = other;
    }
    if (before == NONE) {
      chainHead[bucket] = chained[place];
    } else {
      chained[before] = chained[place];
    }
    if (chainTail[bucket] == place) {
      chainTail[bucket] = before;
    }
  }

  /** Sources and segments are in different bits of a tag; a multiplication mixes them. */
  private int bucket(long tag) {
    return (int) ((tag * 0x9E3779B97F4A7C15L) >>> 32) & (chainHead.length - 1);
  }

  private void grow() {
    int old = tags.length;
    int places = Math.max(INITIAL_PLACES, 2 * old);
    tags = Arrays.copyOf(tags, places);
    next = Arrays.copyOf(next, places);
    previous = Arrays.copyOf(previous, places);
    chained = Arrays.copyOf(chained, places);
    chainHead = new int[places];
    chainTail = new int[places];
    Arrays.fill(chainHead, NONE);
    Arrays.fill(chainTail, NONE);
    for (int place = first; place != NONE; place = next[place]) {
      chain(place);
    }
    for (int place = places - 1; place >= old; place--) {
      next[place] = free;
      free = place;
    }
  }
}
