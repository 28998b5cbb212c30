package io.starling.runtime.trace;

/**
 * Numbers messages of the same source and tag. They do not overtake each other, so both ends count
 * in the same order, and the number matches receives with sends.
 */
final class MessageCounter {

  /** The number of a message that was not counted. */
  static final int UNKNOWN = -1;

  private static final int MOST_KEYS = 1 << 20;
  private static final int FREE = 0;
  private static final long FACTOR = 0x9E3779B97F4A7C15L;

  private long[] keys = new long[64];
  // One more than the messages of that kind.
  private int[] uses = new int[64];
  private int used;

  /** The number of the next message of a kind; {@link #UNKNOWN} where there are too many kinds. */
  int next(long key) {
    if (2 * used >= keys.length) {
      grow();
    }
    int place = find(key);
    if (uses[place] == FREE) {
      if (used == MOST_KEYS) {
        return UNKNOWN;
      }
      keys[place] = key;
      uses[place] = 1;
      used++;
    }
    return uses[place]++ - 1;
  }

  /** Uncounts a message. */
  void giveBack(long key) {
    int place = find(key);
    if (uses[place] > 1) {
      uses[place]--;
    }
  }

  private int find(long key) {
    int mask = keys.length - 1;
    int place = (int) ((key * FACTOR) >>> 32) & mask;
    while (uses[place] != FREE && keys[place] != key) {
      place = (place + 1) & mask;
    }
    return place;
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldUses = uses;
    keys = new long[2 * oldKeys.length];
    uses = new int[keys.length];
    for (int place = 0; place < oldKeys.length; place++) {
      if (oldUses[place] != 0) {
        int target = find(oldKeys[place]);
        keys[target] = oldKeys[place];
        uses[target] = oldUses[place];
      }
    }
  }
}
