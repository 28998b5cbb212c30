package io.starling.collectives.machine;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What a rank says that it calls, and how: a hash of it, and as much of its text as there is room
 * for in a message.
 *
 * @param rank in the communicator
 */
record Claim(int rank, long hash, String text) {

  static final int BYTES = 512;

  /** At the end of a text that did not fit. */
  static final String CUT = "…";

  private static final int HASH = Long.BYTES;
  private static final int TEXT = 2 * Long.BYTES;

  /** Between a call and its algorithm, which a message names only where the calls are the same. */
  private static final String BY = " by ";

  static Claim of(int rank, String call, String algorithm) {
    String whole = call + BY + algorithm;
    return new Claim(rank, hash(whole), shortened(whole));
  }

  static Claim read(MemorySegment from, long offset) {
    return new Claim(
        from.get(ValueLayout.JAVA_INT, offset),
        from.get(ValueLayout.JAVA_LONG, offset + HASH),
        from.getString(offset + TEXT));
  }

  void write(MemorySegment into, long offset) {
    into.set(ValueLayout.JAVA_INT, offset, rank);
    into.set(ValueLayout.JAVA_LONG, offset + HASH, hash);
    into.setString(offset + TEXT, text);
  }

  /** FNV-1a with 64 bits: ranks that differ behind what fits differ here. */
  private static long hash(String text) {
    long hash = 0xCBF29CE484222325L;
    for (byte part : text.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (part & 0xFF)) * 0x100000001B3L;
    }
    return hash;
  }

  /** The text, or as many whole characters as fit with a mark behind them. */
  private static String shortened(String text) {
    int room = BYTES - TEXT - 1;
    if (text.getBytes(StandardCharsets.UTF_8).length <= room) {
      return text;
    }
    ByteBuffer bytes = ByteBuffer.allocate(room - CUT.getBytes(StandardCharsets.UTF_8).length);
    StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text), bytes, true);
    return StandardCharsets.UTF_8.decode(bytes.flip()) + CUT;
  }

  boolean isSameAs(Claim other) {
    return hash == other.hash;
  }

  /** The call, and how, where the call of the other is the same. */
  String beside(Claim other) {
    return call().equals(other.call()) ? text : call();
  }

  private String call() {
    return text.split(BY, 2)[0];
  }

  /** Which arguments differ, as a sentence; empty where what is called does. */
  String difference(Claim other) {
    if (text.equals(other.text)) {
      return " They differ behind the %s.".formatted(CUT);
    }
    String[] own = parts(beside(other));
    String[] theirs = parts(other.beside(this));
    List<String> differences = new ArrayList<>();
    if (own[0].equals(theirs[0]) && own.length == theirs.length) {
      for (int part = 1; part < own.length; part++) {
        if (!own[part].equals(theirs[part])) {
          differences.add("%s here, %s there".formatted(own[part], theirs[part]));
        }
      }
    }
    boolean told = differences.isEmpty() || text.endsWith(CUT) || other.text.endsWith(CUT);
    return told ? "" : " The difference: " + String.join("; ", differences) + ".";
  }

  /** The name, then the arguments, and of the algorithm the parameters. */
  private static String[] parts(String call) {
    return call.split("\\(|\\)( by )?|, *", -1);
  }
}
