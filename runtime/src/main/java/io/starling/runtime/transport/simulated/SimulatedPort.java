package io.starling.runtime.transport.simulated;

import io.starling.runtime.memory.MessageMemory;
import io.starling.runtime.progress.Completions;
import io.starling.runtime.progress.MessageInfo;
import io.starling.runtime.progress.Port;
import io.starling.runtime.reduction.Fold;
import io.starling.runtime.transport.simulated.Protocol.Mover;
import java.lang.foreign.MemorySegment;

/**
 * One rank's end of a {@link SimulatedFabric}, and its processor. Whatever the rank does moves its
 * clock on, which noise may move further; what comes meanwhile waits in the inbox until the rank
 * makes progress, one thing at a time.
 */
public final class SimulatedPort implements Port {

  private static final long NOT_COPYING = -1;

  private final SimulatedFabric fabric;
  private final Network network;
  private final Flights flights;
  private final ProcessorFigures figures;
  private final int rank;
  private final Matching matching;
  private final Inbox inbox = new Inbox();
  private Completions completions;
  private Sleeper sleeper = Sleeper.NONE;
  private long clock;
  private boolean awaited;

  /**
   * When this rank's processor began to copy the message at which it is; -1 where it copies none.
   */
  private long copyingSince = NOT_COPYING;

  SimulatedPort(SimulatedFabric fabric, int rank) {
    this.fabric = fabric;
    this.rank = rank;
    network = fabric.network();
    flights = fabric.flights();
    figures = network.processor(rank);
    matching = new Matching(flights);
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public int size() {
    return fabric.size();
  }

  @Override
  public MessageMemory memory() {
    return fabric.memory();
  }

  @Override
  public void attach(Completions itsCompletions) {
    completions = itsCompletions;
  }

  /** This rank's own time, in picoseconds: when its processor has done all it has begun. */
  public long clock() {
    return clock;
  }

  /** Lets this rank's processor work for so many picoseconds at something else. */
  public void compute(long picoseconds) {
    clock = fabric.noise().finish(rank, clock, picoseconds);
  }

  /** Lets this rank go on when its processor has done what it has begun. */
  public void wakeLater() {
    if (!awaited) {
      awaited = true;
      fabric.schedule(Math.max(fabric.now(), clock), SimulatedFabric.WAKE, rank);
    }
  }

  /** Lets this rank look after so many picoseconds, whatever comes. */
  void wakeIn(long picoseconds) {
    fabric.schedule(clock + picoseconds, SimulatedFabric.WAKE, rank);
  }

  /** Whether something has come that {@link #progress} has not seen. */
  public boolean hasMail() {
    return !isCopying() && !inbox.isEmpty();
  }

  private boolean isCopying() {
    return copyingSince != NOT_COPYING;
  }

  /** Says how this rank's thread sleeps; without, it must not wait inside a call. */
  public void sleepBy(Sleeper itsSleeper) {
    sleeper = itsSleeper;
  }

  void wake(SimulatedFabric.Host host) {
    awaited = false;
    if (isCopying()) {
      return;
    }
    clock = Math.max(clock, fabric.now());
    compute(0);
    if (clock > fabric.now()) {
      wakeLater();
      return;
    }
    host.wake(rank);
    if (hasMail()) {
      wakeLater();
    }
  }

  /** Something has come that needs this rank's processor. */
  void come(int kind, int flight) {
    inbox.add(kind, flight);
    wakeLater();
  }

  @Override
  public void send(
      int transfer,
      int peer,
      long tag,
      MemorySegment data,
      long offset,
      long length,
      boolean synchronous) {
    compute(figures.post());
    Protocol protocol = network.protocol(rank, peer);
    int flight = flights.add();
    flights.source[flight] = rank;
    flights.target[flight] = peer;
    flights.tag[flight] = tag;
    flights.length[flight] = length;
    flights.from[flight] = data.address() + offset;
    flights.sending[flight] = transfer;
    flights.receiving[flight] = Flights.UNMATCHED;
    flights.mover[flight] = protocol.mover();
    flights.landed[flight] = false;
    findPath(flight, peer);
    boolean eager = length <= protocol.eagerBytes() && !synchronous;
    flights.eager[flight] = eager;
    flights.open[flight] = (byte) (eager ? 1 : 2);
    if (eager) {
      sendAtOnce(flight);
      completions.completed(transfer, tag, length);
    } else {
      fabric.schedule(clock + flights.latency[flight], SimulatedFabric.ENVELOPE, flight);
    }
  }

  private void findPath(int flight, int peer) {
    int hops = peer == rank ? 0 : network.path(rank, peer, fabric.path());
    long latency = 0;
    for (int hop = 0; hop < hops; hop++) {
      int lane = fabric.path()[hop];
      flights.path[flight * Network.LONGEST_PATH + hop] = lane;
      latency += fabric.latency(lane);
    }
    flights.hops[flight] = (byte) hops;
    flights.latency[flight] = latency;
  }

  private void sendAtOnce(int flight) {
    long length = flights.length[flight];
    if (fabric.carriesData()) {
      flights.copy[flight] = MemorySegment.ofArray(new byte[(int) length]);
      MemorySegment.copy(memory(flights.from[flight], length), 0, flights.copy[flight], 0, length);
    }
    if (flights.mover[flight] == Mover.COPY) {
      compute(fabric.move(flight, clock) - clock);
      flights.landed[flight] = true;
    } else {
      compute(VirtualTime.ofBytes(length, figures.copyPerByte()));
      fabric.launch(flight, clock);
    }
    fabric.schedule(clock + flights.latency[flight], SimulatedFabric.ENVELOPE, flight);
  }

  @Override
  public void receive(
      int transfer, long tag, long mask, MemorySegment into, long offset, long length) {
    compute(figures.post());
    int flight = matching.receive(transfer, tag, mask, into.address() + offset, length);
    if (flight != Matching.NONE) {
      match(flight, transfer, into.address() + offset, length);
    }
  }

  @Override
  public boolean probe(long tag, long mask, boolean remove, MessageInfo found) {
    return matching.probe(tag, mask, remove, found);
  }

  @Override
  public void receiveMatched(
      int transfer, long handle, MemorySegment into, long offset, long length) {
    compute(figures.post());
    match((int) handle, transfer, into.address() + offset, length);
  }

  @Override
  public void fold(
      Fold fold,
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      MemorySegment into,
      long intoOffset,
      long length,
      int transfer,
      Completions itsCompletions) {
    compute(VirtualTime.ofBytes(length, figures.foldPerByte()));
    if (fabric.carriesData()) {
      fold.fold(left, leftOffset, right, rightOffset, into, intoOffset, length);
    }
    itsCompletions.completed(transfer, 0, length);
  }

  @Override
  public void cancel(int transfer) {
    if (matching.cancel(transfer)) {
      completions.failed(transfer, Completions.Failure.CANCELED, null);
    }
  }

  @Override
  public int progress() {
    if (!hasMail()) {
      return sleeper.foundNothing() ? 1 : 0;
    }
    int kind = inbox.kind();
    int flight = inbox.flight();
    inbox.remove();
    switch (kind) {
      case SimulatedFabric.ENVELOPE -> find(flight);
      case SimulatedFabric.DATA -> accept(flight);
      case SimulatedFabric.ANSWER -> {
        compute(figures.handle());
        fabric.launch(flight, clock);
      }
      case SimulatedFabric.COPY -> {
        copyingSince = clock;
        fabric.launch(flight, clock);
      }
      default -> {
        compute(figures.handle());
        completions.completed(flights.sending[flight], flights.tag[flight], flights.length[flight]);
        close(flight);
      }
    }
    return 1;
  }

  /** Finds the receive of a message, or puts it aside. */
  private void find(int flight) {
    if (!flights.eager[flight] || flights.mover[flight] == Mover.COPY) {
      compute(figures.handle());
    }
    if (matching.find(flight)) {
      match(flight, matching.transfer(), matching.address(), matching.capacity());
    }
  }

  /** Brings a message and its receive together. */
  private void match(int flight, int transfer, long into, long capacity) {
    long length = flights.length[flight];
    boolean eager = flights.eager[flight];
    boolean fits = length <= capacity;
    flights.receiving[flight] = fits ? transfer : Flights.DROPPED;
    flights.into[flight] = into;
    if (!fits) {
      completions.failed(transfer, Completions.Failure.TRUNCATED, null);
    }
    if (eager) {
      if (flights.landed[flight]) {
        deliver(flight);
      }
    } else if (!fits) {
      close(flight);
      fabric.schedule(clock + flights.latency[flight], SimulatedFabric.END, flight);
    } else {
      fetch(flight);
    }
  }

  /** Has the data of a message brought whose receive was found. */
  private void fetch(int flight) {
    long latency = flights.latency[flight];
    switch (flights.mover[flight]) {
      case READ -> fabric.launch(flight, clock + latency);
      case WRITE -> fabric.schedule(clock + latency, SimulatedFabric.ANSWER, flight);
      case COPY -> inbox.add(SimulatedFabric.COPY, flight);
    }
  }

  /** The last byte of a message is here; an adapter has written it to where it belongs. */
  void land(int flight) {
    if (!flights.eager[flight]) {
      carry(flight);
    }
    if (flights.mover[flight] == Mover.COPY) {
      copied(flight);
    } else {
      come(SimulatedFabric.DATA, flight);
    }
  }

  /** The processor is through with a copy, and free again. */
  private void copied(int flight) {
    clock = fabric.noise().finish(rank, copyingSince, fabric.now() - copyingSince);
    copyingSince = NOT_COPYING;
    complete(flight);
    fabric.schedule(clock + flights.latency[flight], SimulatedFabric.END, flight);
    close(flight);
    wakeLater();
  }

  /** The processor hears that the data of a message has come. */
  private void accept(int flight) {
    compute(figures.handle());
    if (flights.eager[flight]) {
      flights.landed[flight] = true;
      if (flights.receiving[flight] != Flights.UNMATCHED) {
        deliver(flight);
      }
      return;
    }
    complete(flight);
    if (flights.mover[flight] == Mover.READ) {
      fabric.schedule(clock + flights.latency[flight], SimulatedFabric.END, flight);
    }
    close(flight);
  }

  /** Copies an eager message to where it belongs. */
  private void deliver(int flight) {
    if (flights.receiving[flight] != Flights.DROPPED) {
      compute(VirtualTime.ofBytes(flights.length[flight], figures.copyPerByte()));
      carry(flight);
      complete(flight);
    }
    close(flight);
  }

  private void carry(int flight) {
    if (fabric.carriesData()) {
      long length = flights.length[flight];
      MemorySegment copy = flights.copy[flight];
      MemorySegment from = copy != null ? copy : memory(flights.from[flight], length);
      MemorySegment.copy(from, 0, memory(flights.into[flight], length), 0, length);
    }
  }

  private void complete(int flight) {
    completions.completed(flights.receiving[flight], flights.tag[flight], flights.length[flight]);
  }

  /** The same native memory, for every thread; the engines keep it reachable. */
  private static MemorySegment memory(long address, long length) {
    return MemorySegment.ofAddress(address).reinterpret(length);
  }

  private void close(int flight) {
    if (--flights.open[flight] == 0) {
      flights.remove(flight);
    }
  }

  @Override
  public boolean arm() {
    return !hasMail() && sleeper != Sleeper.NONE;
  }

  @Override
  public void sleep(long nanoseconds) {
    sleeper.sleep(nanoseconds);
  }

  @Override
  public long longestSleep() {
    return Long.MAX_VALUE;
  }

  @Override
  public void wake() {
    wakeLater();
  }

  @Override
  public void close() {}
}
