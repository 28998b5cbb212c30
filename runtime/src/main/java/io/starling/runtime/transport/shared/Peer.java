package io.starling.runtime.transport.shared;

import io.starling.runtime.TransportException;
import io.starling.runtime.os.Linux;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;

/** A peer of this rank: its region as mapped here, and access to its other memory. */
final class Peer {

  private static final long BETWEEN_BYTES = 64 << 10;

  private final int rank;
  private final long base;
  private final int process;
  private final boolean self;
  private final boolean crossMemory;
  private final Linux linux;
  private final OutgoingRing ring;
  private final Alarm alarm;
  private final WaitingSends waiting = new WaitingSends();
  private final ArrayDeque<IncomingTransfer> matched = new ArrayDeque<>();
  private int copying;
  private final Stage stage = new Stage();
  private final CopyChoice choice;
  private int openSends;
  private MemorySegment between;
  private boolean staysMapped;
  private boolean failed;

  /** Of its region here; null for this rank. */
  private final Arena arena;

  private Peer(
      int rank,
      long base,
      int process,
      Arena arena,
      int thisRank,
      boolean crossMemory,
      Linux linux) {
    this.rank = rank;
    this.base = base;
    this.process = process;
    this.arena = arena;
    this.self = rank == thisRank;
    this.crossMemory = crossMemory;
    this.linux = linux;
    this.ring = new OutgoingRing(base);
    this.alarm = new Alarm(base, process, linux);
    this.choice = new CopyChoice(thisRank + rank, System::nanoTime);
  }

  /** This rank as a peer of its own. */
  static Peer self(int rank, SharedRegion region, Linux linux) {
    int process = region.address().process();
    return new Peer(rank, region.base(), process, null, rank, true, linux);
  }

  /**
   * Maps another rank's region.
   *
   * @param mayReach whether to copy from and to its other memory if the system permits that
   */
  static Peer connect(int self, int peer, RegionAddress address, boolean mayReach, Linux linux) {
    Arena arena = Arena.ofShared();
    long base;
    try {
      base = SharedRegion.map(address.file(), address.bytes(), arena).address();
    } catch (IOException e) {
      arena.close();
      throw new TransportException(
          "rank %d can't map the memory of rank %d: %s".formatted(self, peer, reason(address, e)),
          e);
    }
    boolean reaches = mayReach && probe(address, linux);
    return new Peer(peer, base, address.process(), arena, self, reaches, linux);
  }

  private static String reason(RegionAddress address, IOException e) {
    if (Linux.hasEnded(address.process())) {
      return "its process, %d, has ended. Look at its last output: a rank that closes its communicator without a failure stays until all ranks have closed theirs. If it runs in another container, use --transport ucx"
          .formatted(address.process());
    }
    return "%s: %s. Both must run on this host, as the same user; otherwise use --transport ucx"
        .formatted(address.file(), e.getMessage());
  }

  /** Whether this process may read the other one's memory: it reads a known word. */
  private static boolean probe(RegionAddress address, Linux linux) {
    try (Arena arena = Arena.ofConfined()) {
      long word = arena.allocate(Long.BYTES, Long.BYTES).address();
      long there = address.base() + SharedRegion.MAGIC;
      return linux.read(address.process(), there, word, Long.BYTES) == Long.BYTES
          && Words.get(word) == SharedRegion.MAGIC_VALUE;
    }
  }

  int rank() {
    return rank;
  }

  /** The address of its region in this process. */
  long base() {
    return base;
  }

  OutgoingRing ring() {
    return ring;
  }

  /** The sends that wait for room in its ring. */
  WaitingSends waiting() {
    return waiting;
  }

  /** Its long messages that are matched and wait for earlier ones to be copied. */
  ArrayDeque<IncomingTransfer> matched() {
    return matched;
  }

  /** The number of its long messages that this rank is copying. */
  int copying() {
    return copying;
  }

  void addCopying(int more) {
    copying += more;
  }

  /** The stage for messages to it. */
  Stage stage() {
    return stage;
  }

  /** Which way private memory takes to it. */
  CopyChoice choice() {
    return choice;
  }

  /** The number of messages to it that have a record and that it has not received. */
  int openSends() {
    return openSends;
  }

  void addOpenSends(int more) {
    openSends += more;
  }

  /** The peer has failed; its region is still mapped. */
  void fail() {
    failed = true;
  }

  /** A board refers to its region, which must stay mapped as long as the port. */
  void keepMapped() {
    staysMapped = true;
  }

  boolean staysMapped() {
    return staysMapped;
  }

  boolean hasFailed() {
    return failed;
  }

  /**
   * A part of its region, which must stay mapped as long as the port. After the end of the port it
   * can't be accessed.
   */
  MemorySegment part(long offset, long bytes) {
    keepMapped();
    MemorySegment part = MemorySegment.ofAddress(base + offset);
    return arena == null ? part.reinterpret(bytes) : part.reinterpret(bytes, arena, null);
  }

  /** Whether it is this rank. */
  boolean isSelf() {
    return self;
  }

  /** Whether this process can copy from and to memory outside its region. */
  boolean isReachable() {
    return crossMemory;
  }

  /** Copies from its memory to this process's; returns 0 or an error number. */
  int read(long from, long to, long bytes) {
    if (self) {
      Words.copy(from, to, bytes);
      return 0;
    }
    long done = 0;
    while (done < bytes) {
      long step = linux.read(process, from + done, to + done, bytes - done);
      if (step <= 0) {
        return step == 0 ? Linux.BAD_ADDRESS : (int) -step;
      }
      done += step;
    }
    return 0;
  }

  /**
   * Copies from its memory to the Java heap; returns 0 or an error number. The system can't copy
   * there, as the garbage collector may move it: each piece is copied once more, out of the cache.
   */
  int read(long from, MemorySegment heap, long into, long bytes) {
    if (self) {
      Words.copyTo(from, heap, into, bytes);
      return 0;
    }
    if (between == null) {
      between = Arena.ofAuto().allocate(BETWEEN_BYTES);
    }
    for (long done = 0; done < bytes; done += BETWEEN_BYTES) {
      long piece = Math.min(BETWEEN_BYTES, bytes - done);
      int error = read(from + done, between.address(), piece);
      if (error != 0) {
        return error;
      }
      Words.copyTo(between.address(), heap, into + done, piece);
    }
    return 0;
  }

  /** Copies from this process's memory to its; returns 0 or an error number. */
  int write(long from, long to, long bytes) {
    if (self) {
      Words.copy(from, to, bytes);
      return 0;
    }
    long done = 0;
    while (done < bytes) {
      long step = linux.write(process, from + done, to + done, bytes - done);
      if (step <= 0) {
        return step == 0 ? Linux.BAD_ADDRESS : (int) -step;
      }
      done += step;
    }
    return 0;
  }

  /** Wakes it if it sleeps; to be called after all writes that it should see. */
  void wake() {
    alarm.sound();
  }

  /** The same for one of several; see {@link Alarm#sound(boolean)}. */
  boolean wake(boolean hasFence) {
    return alarm.sound(hasFence);
  }

  /** This rank needs it no more: nothing accesses its region after this. */
  void leave() {
    alarm.close();
    if (arena != null) {
      arena.close();
    }
  }

  /** Why a copy failed, for messages. */
  String explain(int error) {
    return "copying between the memory of this process and that of rank %d (process %d): %s"
        .formatted(rank, process, Linux.describe(error));
  }
}
