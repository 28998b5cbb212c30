package io.starling.runtime.trace;

import io.starling.runtime.memory.Bytes;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The latest events of one rank, in the order in which they began. In a file they survive the rank,
 * even after a crash.
 *
 * <p>Events are numbered from 0. To record one costs a few stores and, once the log has reached its
 * size, no memory. One thread at a time writes, and no thread reads meanwhile.
 */
public final class TraceLog {

  /** In place of the number of an event: none. */
  static final long NONE = -1;

  private static final long HEADER = 64;
  private static final long EVENT = 48;
  private static final long FIRST_EVENTS = 1024;
  private static final long COUNT = 8;
  private static final long MAGIC = 0x53544152_54524301L;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;

  // An event.
  private static final long BEGIN = 0;
  private static final long END = 8;
  private static final long TAG = 16;
  private static final long BYTES = 24;
  private static final long PEER = 32;
  private static final long NUMBER = 36;
  private static final long KIND = 40;
  private static final long ENDING = 44;

  private final long limit;
  private MemorySegment memory;
  private long room;
  private long count;

  private TraceLog(MemorySegment memory, long limit) {
    this.memory = memory;
    this.limit = limit;
    room = room(memory.byteSize());
  }

  /** A log on the heap that grows up to a number of events. */
  static TraceLog onHeap(long limit) {
    long first = Math.min(limit, FIRST_EVENTS);
    return new TraceLog(MemorySegment.ofArray(new long[words(first)]), limit);
  }

  /** Begins a log in a file that has its final size. */
  static TraceLog inFile(Path file) throws IOException {
    TraceLog log = map(file, FileChannel.MapMode.READ_WRITE);
    log.memory.set(LONG, COUNT, 0);
    log.memory.set(LONG, 0, MAGIC);
    return log;
  }

  /** Opens the log of a rank; empty if the rank has not begun one. */
  static TraceLog read(Path file) throws IOException {
    TraceLog log = map(file, FileChannel.MapMode.READ_ONLY);
    log.count = log.hasBegun() ? log.memory.get(LONG, COUNT) : 0;
    return log;
  }

  private static TraceLog map(Path file, FileChannel.MapMode mode) throws IOException {
    StandardOpenOption[] options =
        mode == FileChannel.MapMode.READ_ONLY
            ? new StandardOpenOption[] {StandardOpenOption.READ}
            : new StandardOpenOption[] {StandardOpenOption.READ, StandardOpenOption.WRITE};
    try (FileChannel channel = FileChannel.open(file, options)) {
      MemorySegment memory = channel.map(mode, 0, channel.size(), Arena.ofAuto());
      return new TraceLog(memory, room(memory.byteSize()));
    }
  }

  /** The size of a file for a number of events. */
  static long fileSize(long events) {
    return HEADER + events * EVENT;
  }

  private static long room(long bytes) {
    return (bytes - HEADER) / EVENT;
  }

  private static int words(long events) {
    return Math.toIntExact(fileSize(events) / Long.BYTES);
  }

  /** Whether a rank has begun to write here; always true for logs on the heap. */
  boolean hasBegun() {
    return !memory.isNative() || memory.get(LONG, 0) == MAGIC;
  }

  /** The number of events so far. */
  long count() {
    return count;
  }

  /** The first event that is kept. */
  long first() {
    return Math.max(0, count - limit);
  }

  /** Records the begin of an event; returns its number. */
  long begin(EventKind kind, long time, int peer, long tag, long bytes, int number) {
    if (count == room && room < limit) {
      grow();
    }
    long at = at(count);
    memory.set(LONG, at + BEGIN, time);
    memory.set(LONG, at + END, time);
    memory.set(INT, at + KIND, kind.ordinal());
    memory.set(INT, at + ENDING, Ending.UNFINISHED.ordinal());
    describe(at, peer, tag, bytes, number);
    memory.set(LONG, COUNT, count + 1);
    return count++;
  }

  /** Records details of an event, if it is still kept. */
  void found(long event, int peer, long tag, long bytes, int number) {
    if (event >= first()) {
      describe(at(event), peer, tag, bytes, number);
    }
  }

  private void describe(long at, int peer, long tag, long bytes, int number) {
    memory.set(LONG, at + TAG, tag);
    memory.set(LONG, at + BYTES, bytes);
    memory.set(INT, at + PEER, peer);
    memory.set(INT, at + NUMBER, number);
  }

  /** Records the end of an event, if it is still kept. */
  void end(long event, long time, Ending ending) {
    if (event >= first()) {
      long at = at(event);
      memory.set(LONG, at + END, time);
      memory.set(INT, at + ENDING, ending.ordinal());
    }
  }

  private long at(long event) {
    return HEADER + event % limit * EVENT;
  }

  private void grow() {
    room = Math.min(limit, 2 * room);
    MemorySegment larger = MemorySegment.ofArray(new long[words(room)]);
    Bytes.copy(memory, 0, larger, 0, memory.byteSize());
    memory = larger;
  }

  EventKind kind(long event) {
    return EventKind.of(memory.get(INT, at(event) + KIND));
  }

  long begin(long event) {
    return memory.get(LONG, at(event) + BEGIN);
  }

  /** The time at which it ended; of an unfinished event, the time at which it began. */
  long end(long event) {
    return memory.get(LONG, at(event) + END);
  }

  Ending ending(long event) {
    return Ending.of(memory.get(INT, at(event) + ENDING));
  }

  /** The other rank of a transfer, or -1 for any rank. */
  int peer(long event) {
    return memory.get(INT, at(event) + PEER);
  }

  long tag(long event) {
    return memory.get(LONG, at(event) + TAG);
  }

  /** The length of a message; of a receive without a message, the longest that it accepts. */
  long bytes(long event) {
    return memory.get(LONG, at(event) + BYTES);
  }

  /** Its number among the messages with its source, target and tag, or -1 if unknown. */
  int number(long event) {
    return memory.get(INT, at(event) + NUMBER);
  }
}
