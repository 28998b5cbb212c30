package io.starling.collectives.operation;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A rank's description of its call and algorithm: a hash, and as much of the text as fits into a
 * message.
 *
 * @param rank the rank in the communicator
 */
record CallDescription(int rank, long hash, String text) {

  static final int BYTES = 512;

  /** Marks the end of a truncated text. */
  static final String CUT = "…";

  private static final int HASH = Long.BYTES;
  private static final int TEXT = 2 * Long.BYTES;

  /**
   * Separates a call from its algorithm; messages name the algorithm only if the calls are equal.
   */
  private static final String BY = " by ";

  static CallDescription of(int rank, String call, String algorithm) {
    String whole = call + BY + algorithm;
    return new CallDescription(rank, hash(whole), shortened(whole));
  }

  static CallDescription read(MemorySegment from, long offset) {
    return new CallDescription(
        from.get(ValueLayout.JAVA_INT, offset),
        from.get(ValueLayout.JAVA_LONG, offset + HASH),
        from.getString(offset + TEXT));
  }

  void write(MemorySegment into, long offset) {
    into.set(ValueLayout.JAVA_INT, offset, rank);
    into.set(ValueLayout.JAVA_LONG, offset + HASH, hash);
    into.setString(offset + TEXT, text);
  }

  /** FNV-1a with 64 bits: calls that differ only in the truncated part differ here. */
  private static long hash(String text) {
    long hash = 0xCBF29CE484222325L;
    for (byte part : text.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (part & 0xFF)) * 0x100000001B3L;
    }
    return hash;
  }

  /** The text, or as many whole characters as fit, followed by a mark. */
  private static String shortened(String text) {
    int room = BYTES - TEXT - 1;
    if (text.getBytes(StandardCharsets.UTF_8).length <= room) {
      return text;
    }
    ByteBuffer bytes = ByteBuffer.allocate(room - CUT.getBytes(StandardCharsets.UTF_8).length);
    StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text), bytes, true);
    return StandardCharsets.UTF_8.decode(bytes.flip()) + CUT;
  }

  boolean isSameAs(CallDescription other) {
    return hash == other.hash;
  }

  /** The call; with its algorithm if the other rank's call is equal. */
  String beside(CallDescription other) {
    return call().equals(other.call()) ? text : call();
  }

  private String call() {
    return text.split(BY, 2)[0];
  }

  /** A sentence that names the arguments that differ; empty if the calls themselves differ. */
  String difference(CallDescription other) {
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

  /** The name, the arguments, and the parameters of the algorithm. */
  private static String[] parts(String call) {
    return call.split("\\(|\\)( by )?|, *", -1);
  }
}
