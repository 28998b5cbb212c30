package io.starling.runtime.transport.shared;

import io.starling.runtime.progress.Board;
import io.starling.runtime.progress.Completions;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Iterator;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A {@link Board} in the regions of its ranks. Each rank writes only to its own region:
 *
 * <pre>
 *     0  read      of all exchanges below this number this rank has read everything
 *    64  slots     of 1088 bytes; exchange n uses slot n mod 8
 *          0  number and 1 of the exchange; written last, so that who sees it sees the rest
 *          8  read:48, as above: who posts in every exchange is never asked; length:16
 *         16  the data
 * </pre>
 *
 * A post may replace another when all ranks have read that one. A short post is one cache line,
 * which all readers share.
 */
final class SharedBoard implements Board {

  /** The bytes of a group in the region of a rank. */
  static final long BYTES = SharedRegion.LINE + SharedBoard.SLOTS * SharedBoard.SLOT_BYTES;

  private static final int SLOTS = 8;
  private static final long READ = 8;
  private static final int LENGTH_BITS = 16;
  private static final long DATA = 16;
  private static final long SLOT_BYTES = MOST_BYTES + SharedRegion.LINE;

  /** An exchange that has begun; it is used again. */
  private static final class Exchange {
    int transfer;
    long number;
    MemorySegment heap;
    long address;
    long length;
    boolean isPosted;
    int next;
    int end;
  }

  private final int[] ranks;
  private final int self;
  private final long offset;
  private final IntFunction<Peer> peers;
  private final Boards boards;
  private final Completions completions;
  private final ArrayDeque<Exchange> open = new ArrayDeque<>();
  private final ArrayDeque<Exchange> idle = new ArrayDeque<>();

  /** What each member has read, as far as this rank knows. */
  private final long[] read;

  /** What lies in the slots of this rank: the number and 1. */
  private final long[] posted = new long[SLOTS];

  private long[] bases;
  private Peer[] members;
  private long ownRead;

  /** The exchanges that have begun and that this rank has not ended, in ascending order. */
  private long[] unread = new long[SLOTS];

  private int unreadCount;
  private long next;
  private boolean isListed;

  /**
   * A board.
   *
   * @param group the number of the group, the same for all its ranks and used once
   * @param ranks the ranks in the job; their places are those of the members
   */
  SharedBoard(
      int group,
      int[] ranks,
      int rank,
      IntFunction<Peer> peers,
      Boards boards,
      Completions completions) {
    this.ranks = ranks.clone();
    this.offset = SharedRegion.BOARDS + group * BYTES;
    this.peers = peers;
    this.boards = boards;
    this.completions = completions;
    read = new long[ranks.length];
    int own = 0;
    while (ranks[own] != rank) {
      own++;
    }
    self = own;
  }

  private void connect() {
    Peer[] all = new Peer[ranks.length];
    long[] places = new long[ranks.length];
    for (int i = 0; i < ranks.length; i++) {
      all[i] = peers.apply(ranks[i]);
      all[i].keepMapped();
      places[i] = all[i].base() + offset;
    }
    members = all;
    bases = places;
  }

  private long slot(int member, long number) {
    return bases[member] + SharedRegion.LINE + (number & (SLOTS - 1)) * SLOT_BYTES;
  }

  @Override
  public MemorySegment memory() {
    return Words.memory();
  }

  @Override
  public long place(int member, long number) {
    return slot(member, number) + DATA;
  }

  @Override
  public long length(int member, long number) {
    return Words.get(slot(member, number) + READ) & ((1 << LENGTH_BITS) - 1);
  }

  @Override
  public void begin(
      int transfer, long number, MemorySegment data, long from, long length, int awaited) {
    if (bases == null) {
      connect();
    }
    note(number);
    Exchange exchange = idle.isEmpty() ? new Exchange() : idle.pollLast();
    exchange.transfer = transfer;
    exchange.number = number;
    exchange.isPosted = data == null;
    exchange.length = length;
    if (data != null) {
      exchange.heap = data.isNative() ? null : data;
      exchange.address = data.isNative() ? data.address() + from : from;
    }
    exchange.next = awaited == ALL ? 0 : Math.max(awaited, 0);
    exchange.end = awaited == ALL ? ranks.length : awaited == NONE ? 0 : awaited + 1;
    open.addLast(exchange);
    if (!isListed) {
      isListed = true;
      boards.opened(this);
    }
    if (open.size() == 1) {
      progress();
    }
  }

  private void note(long number) {
    if (unreadCount == unread.length) {
      unread = Arrays.copyOf(unread, 2 * unreadCount);
    }
    unread[unreadCount++] = number;
    next = number + 1;
  }

  /** It has no open exchange, and is not looked at until the next one begins. */
  void unlisted() {
    isListed = false;
  }

  /** Whether an exchange has not ended. */
  boolean isOpen() {
    return !open.isEmpty();
  }

  /** Whether it waits for others to read: this rank is not notified of that. */
  boolean waitsForReaders() {
    Exchange first = open.peekFirst();
    return first != null && !first.isPosted;
  }

  /** Ends the exchanges that can end, in order; returns how many. */
  int progress() {
    int ended = 0;
    for (Exchange first = open.peekFirst();
        first != null && isDone(first);
        first = open.peekFirst()) {
      open.pollFirst();
      completions.completed(first.transfer, 0, first.length);
      putAway(first);
      ended++;
    }
    return ended;
  }

  private void putAway(Exchange exchange) {
    exchange.heap = null;
    idle.addLast(exchange);
  }

  private boolean isDone(Exchange exchange) {
    if (!exchange.isPosted) {
      if (!isFree((int) exchange.number & (SLOTS - 1))) {
        return false;
      }
      post(exchange);
    }
    while (exchange.next < exchange.end && isThere(exchange.next, exchange.number)) {
      exchange.next++;
    }
    return exchange.next >= exchange.end;
  }

  private boolean isThere(int member, long number) {
    long line = slot(member, number);
    if (Words.acquire(line) != number + 1) {
      return false;
    }
    read[member] = Math.max(read[member], Words.get(line + READ) >>> LENGTH_BITS);
    return true;
  }

  /** Whether all have read what lies in a slot of this rank, this rank too. */
  private boolean isFree(int slot) {
    if (ownRead < posted[slot]) {
      return false;
    }
    for (int i = 0; i < read.length; i++) {
      if (i != self && read[i] < posted[slot]) {
        read[i] = Words.acquire(bases[i]);
        if (read[i] < posted[slot]) {
          return false;
        }
      }
    }
    return true;
  }

  private void post(Exchange exchange) {
    long line = slot(self, exchange.number);
    Words.set(line + READ, ownRead << LENGTH_BITS | exchange.length);
    if (exchange.heap == null && exchange.length <= SharedRegion.LINE) {
      Words.copyFew(exchange.address, line + DATA, exchange.length);
    } else {
      Words.copyFrom(exchange.heap, exchange.address, line + DATA, exchange.length);
    }
    Words.release(line, exchange.number + 1);
    exchange.isPosted = true;
    posted[(int) exchange.number & (SLOTS - 1)] = exchange.number + 1;
    VarHandle.releaseFence();
    boolean hasFence = false;
    for (int i = 0; i < members.length; i++) {
      if (i != self) {
        hasFence = members[i].wake(hasFence);
      }
    }
  }

  @Override
  public void end(long number) {
    int at = 0;
    while (at < unreadCount && unread[at] != number) {
      at++;
    }
    if (at == unreadCount) {
      return;
    }
    unreadCount--;
    System.arraycopy(unread, at + 1, unread, at, unreadCount - at);
    ownRead = unreadCount == 0 ? next : unread[0];
    // The release comes after all reads of the posts.
    Words.release(bases[self], ownRead);
  }

  @Override
  public String waitsFor(int transfer) {
    for (Exchange exchange : open) {
      if (exchange.transfer == transfer) {
        return exchange.isPosted ? late(exchange) : "ranks that have not read earlier posts";
      }
    }
    return "nothing";
  }

  private String late(Exchange exchange) {
    return IntStream.range(exchange.next, exchange.end)
        .filter(member -> Words.acquire(slot(member, exchange.number)) != exchange.number + 1)
        .mapToObj(member -> Integer.toString(ranks[member]))
        .collect(Collectors.joining(", ", "the posts of ranks ", ""));
  }

  @Override
  public void cancel(int transfer) {
    for (Iterator<Exchange> all = open.iterator(); all.hasNext(); ) {
      Exchange exchange = all.next();
      if (exchange.transfer == transfer) {
        all.remove();
        completions.failed(transfer, Completions.Failure.CANCELLED, null);
        putAway(exchange);
        return;
      }
    }
  }
}
