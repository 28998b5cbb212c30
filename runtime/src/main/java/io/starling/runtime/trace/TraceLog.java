package io.starling.runtime.trace;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The events of one rank in the order in which they began, of which the last so many are kept. In a
 * file they outlive the rank, however that ends.
 *
 * <p>An event has a number, from 0 on. To note it costs a few stores and, where the log has reached
 * its size, no memory. One thread at a time writes, and nobody reads meanwhile.
 */
public final class TraceLog {

  /** The number of an event that is not there. */
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

  /** A log on the heap that grows up to so many events. */
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

  /** A log that a rank has left behind; empty where it has begun none. */
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

  /** The size of a file with room for so many events. */
  static long fileSize(long events) {
    return HEADER + events * EVENT;
  }

  private static long room(long bytes) {
    return (bytes - HEADER) / EVENT;
  }

  private static int words(long events) {
    return Math.toIntExact(fileSize(events) / Long.BYTES);
  }

  /** Whether somebody has begun to write here; logs on the heap are always written. */
  boolean hasBegun() {
    return !memory.isNative() || memory.get(LONG, 0) == MAGIC;
  }

  /** How many events there have been. */
  long count() {
    return count;
  }

  /** The first event that is kept. */
  long first() {
    return Math.max(0, count - limit);
  }

  /** Notes that something begins; returns its number. */
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

  /** Notes what became known of an event, if it is still kept. */
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

  /** Notes the end of an event, if it is still kept. */
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
    larger.copyFrom(memory);
    memory = larger;
  }

  EventKind kind(long event) {
    return EventKind.of(memory.get(INT, at(event) + KIND));
  }

  long begin(long event) {
    return memory.get(LONG, at(event) + BEGIN);
  }

  /** When it ended; of an unfinished event when it began. */
  long end(long event) {
    return memory.get(LONG, at(event) + END);
  }

  Ending ending(long event) {
    return Ending.of(memory.get(INT, at(event) + ENDING));
  }

  /** The other rank of a transfer, or -1 where any may be it. */
  int peer(long event) {
    return memory.get(INT, at(event) + PEER);
  }

  long tag(long event) {
    return memory.get(LONG, at(event) + TAG);
  }

  /** How long a message is; of a receive without a message, how long it may be. */
  long bytes(long event) {
    return memory.get(LONG, at(event) + BYTES);
  }

  /** Which of the messages with its source, target and tag, or -1 where that is not known. */
  int number(long event) {
    return memory.get(INT, at(event) + NUMBER);
  }
}
