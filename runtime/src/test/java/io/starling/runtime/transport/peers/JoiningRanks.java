package io.starling.runtime.transport.peers;

import io.starling.runtime.progress.Completions;
import io.starling.runtime.progress.MessageInfo;
import io.starling.runtime.progress.Port;
import io.starling.runtime.progress.Tags;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** Ranks of which some join and leave; one thread plays all of them. */
final class JoiningRanks implements AutoCloseable {

  static final int ANY = -1;
  private static final int CONTEXT = 3;

  /** A thread of UCX connects peers, so turns alone are no measure. */
  private static final Duration LONGEST_WORK = Duration.ofSeconds(30);

  /** A send or a receive, and how it has ended. */
  static final class Transfer {
    final MemorySegment memory;

    /** From which a receive is to come, or has come. */
    int source = ANY;

    Completions.Failure failure;
    String detail;
    boolean ended;

    private Transfer(MemorySegment memory) {
      this.memory = memory;
    }

    /** The number in the message that was received. */
    int number() {
      return memory.get(ValueLayout.JAVA_INT, 0);
    }

    /** Whether the last bytes of the message are its number too. */
    boolean isWhole() {
      return memory.get(ValueLayout.JAVA_INT, memory.byteSize() - Integer.BYTES) == number();
    }
  }

  private final Arena arena = Arena.ofShared();
  private final JoiningFabric fabric;
  private final JoiningFabric.Maker maker;
  private final List<Port> ports = new ArrayList<>();
  private final Map<Integer, Transfer> open = new HashMap<>();
  private int transfers;

  JoiningRanks(JoiningFabric fabric, int size, int capacity, long seed) {
    this.fabric = fabric;
    maker = fabric.ports(size, capacity, seed);
    for (int rank = 0; rank < size; rank++) {
      add(rank);
    }
  }

  private void add(int rank) {
    Port port = maker.port(rank);
    port.attach(new Notes());
    ports.add(port);
  }

  private final class Notes implements Completions {
    @Override
    public void completed(int transfer, long tag, long bytes) {
      end(transfer).source = Tags.sourceOf(tag);
    }

    @Override
    public void failed(int transfer, Failure failure, String detail) {
      Transfer ended = end(transfer);
      ended.failure = failure;
      ended.detail = detail;
    }

    private Transfer end(int transfer) {
      Transfer ended = open.remove(transfer);
      ended.ended = true;
      return ended;
    }
  }

  Port port(int rank) {
    return ports.get(rank);
  }

  int size() {
    return ports.size();
  }

  byte[] address(int rank) {
    return maker.address(rank);
  }

  /** Makes a rank, which some others connect. */
  int join(List<Integer> others) {
    int rank = ports.size();
    add(rank);
    for (int other : others) {
      port(other).connect(rank, address(rank));
    }
    return rank;
  }

  Transfer send(int source, int target, int tag, int number, int bytes, boolean synchronous) {
    Transfer send = begin(bytes);
    send.memory.set(ValueLayout.JAVA_INT, 0, number);
    send.memory.set(ValueLayout.JAVA_INT, bytes - (long) Integer.BYTES, number);
    port(source)
        .send(
            transfers,
            target,
            Tags.pointToPoint(CONTEXT, source, tag),
            send.memory,
            0,
            bytes,
            synchronous);
    return send;
  }

  /** Posts a receive; -1 means any. */
  Transfer receive(int rank, int source, int tag, int bytes) {
    Transfer receive = begin(bytes);
    receive.source = source;
    port(rank)
        .receive(
            transfers,
            Tags.pointToPoint(CONTEXT, Math.max(0, source), Math.max(0, tag)),
            Tags.mask(source < 0, tag < 0),
            receive.memory,
            0,
            bytes);
    return receive;
  }

  /** Receives a message that a probe has removed. */
  Transfer receiveMatched(int rank, long handle, int bytes) {
    Transfer receive = begin(bytes);
    port(rank).receiveMatched(transfers, handle, receive.memory, 0, bytes);
    return receive;
  }

  private Transfer begin(int bytes) {
    Transfer begun = new Transfer(arena.allocate(bytes, Long.BYTES));
    open.put(++transfers, begun);
    return begun;
  }

  /** Lets the messages of a rank arrive; the target works only if they can't otherwise. */
  void arrive(int source, int target) {
    if (fabric.has(JoiningFabric.Trait.TAKES_WORK)) {
      long tag = Tags.pointToPoint(CONTEXT, source, 0);
      MessageInfo found = new MessageInfo();
      workUntil(() -> port(target).probe(tag, Tags.mask(false, true), false, found));
      work();
    }
  }

  /** Lets a rank work once. */
  void work(int rank) {
    maker.advance();
    port(rank).progress();
  }

  /** Lets all ranks work for a while. */
  void work() {
    for (int turn = 0; turn < 100; turn++) {
      maker.advance();
      ports.forEach(Port::progress);
    }
  }

  /** Lets all ranks work until something is so; returns whether it is. */
  boolean workUntil(BooleanSupplier done) {
    long begin = System.nanoTime();
    while (!done.getAsBoolean()) {
      if (System.nanoTime() - begin > LONGEST_WORK.toNanos()) {
        return false;
      }
      maker.advance();
      ports.forEach(Port::progress);
    }
    return true;
  }

  @Override
  public void close() {
    List.copyOf(open.keySet()).forEach(transfer -> ports.forEach(port -> port.cancel(transfer)));
    ports.forEach(Port::close);
    arena.close();
  }
}
