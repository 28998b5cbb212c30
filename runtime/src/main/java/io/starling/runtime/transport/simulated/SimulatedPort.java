package io.starling.runtime.transport.simulated;

import io.starling.runtime.memory.MessageMemory;
import io.starling.runtime.progress.Completions;
import io.starling.runtime.progress.Exposure;
import io.starling.runtime.progress.MessageInfo;
import io.starling.runtime.progress.PeerNumbers;
import io.starling.runtime.progress.Port;
import io.starling.runtime.progress.RemoteMemory;
import io.starling.runtime.progress.Tags;
import io.starling.runtime.reduction.Fold;
import io.starling.runtime.transport.simulated.ProcessorObserver.Work;
import java.lang.foreign.MemorySegment;

/** One rank's end of a {@link SimulatedFabric}. */
public final class SimulatedPort implements Port {

  private final SimulatedFabric fabric;
  private final SimulatedNetwork network;
  private final MessagesInFlight flights;
  private final ProcessorFigures figures;
  private final int rank;
  private final Matching matching;
  private final PeerNumbers numbers;
  private final Processor processor;
  private final SimulatedDevice device;
  private SimulatedAccesses accesses;
  private MessageSending sending;
  private MessageReception reception;
  private Completions completions;
  private Sleeper sleeper = Sleeper.NONE;
  private long longestSleep = Long.MAX_VALUE;

  SimulatedPort(SimulatedFabric fabric, int rank) {
    this.fabric = fabric;
    this.rank = rank;
    network = fabric.network();
    flights = fabric.flights();
    figures = network.processor(rank);
    matching = new Matching(flights);
    numbers = new PeerNumbers(rank, Math.max(rank + 1, fabric.size()), fabric.capacity());
    processor = new Processor(fabric, rank);
    device =
        network
            .device(rank)
            .map(itsFigures -> new SimulatedDevice(fabric, rank, processor, itsFigures))
            .orElse(null);
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public int size() {
    return numbers.size();
  }

  @Override
  public int capacity() {
    return numbers.capacity();
  }

  /** Without an address: the fabric has the port. */
  @Override
  public void connect(int peer, byte[] address) {
    numbers.join(peer);
  }

  @Override
  public void skip(int peer) {
    numbers.join(peer);
  }

  @Override
  public void disconnect(int peer) {
    numbers.checkLeave(peer, this::openSendsTo);
    numbers.leave(peer);
    int transfer = matching.takeReceiveFrom(peer);
    while (transfer != Matching.NONE) {
      refuse(transfer, peer);
      transfer = matching.takeReceiveFrom(peer);
    }
  }

  /** Takes in what has arrived. */
  private int openSendsTo(int peer) {
    boolean moved = true;
    while (moved && hasMail()) {
      moved = progress() > 0;
    }
    return sending.openTo(peer);
  }

  private void refuse(int transfer, int source) {
    completions.failed(transfer, Completions.Failure.UNREACHABLE, numbers.hasLeft(source));
  }

  @Override
  public void peerFailed(int peer) {
    fabric.silence(peer, fabric.now());
    sending.peerFailed(peer);
    reception.peerFailed(rank, peer);
    accesses.peerFailed(peer);
  }

  @Override
  public MessageMemory memory() {
    return device == null ? fabric.memory() : fabric.memoryBesideDevice();
  }

  @Override
  public MessageMemory words() {
    return MessageMemory.ORDINARY;
  }

  @Override
  public boolean accessesNeedOwner() {
    return false;
  }

  @Override
  public boolean sharesMemory(int peer) {
    return accesses.isShared(peer);
  }

  @Override
  public long placeOf(MemorySegment its) {
    return its.address();
  }

  @Override
  public MemorySegment at(int peer, long place, long bytes) {
    return MemorySegment.ofAddress(place).reinterpret(bytes);
  }

  @Override
  public Exposure expose(MemorySegment exposed) {
    return accesses.expose(exposed);
  }

  @Override
  public RemoteMemory reach(int peer, byte[] key) {
    numbers.checkReach(peer);
    return accesses.reach(peer, key);
  }

  /** Handles the accesses that this rank has begun. */
  SimulatedAccesses accesses() {
    return accesses;
  }

  @Override
  public boolean isNear(int peer) {
    return peer != rank && network.isNear(rank, peer);
  }

  @Override
  public void attach(Completions itsCompletions) {
    completions = itsCompletions;
    accesses = new SimulatedAccesses(fabric, rank, processor, figures, itsCompletions);
    sending = new MessageSending(fabric, rank, processor, figures, itsCompletions);
    reception = new MessageReception(fabric, processor, figures, matching, itsCompletions);
  }

  /**
   * This rank's own time, in picoseconds: the time at which its processor has done all it has
   * begun.
   */
  public long clock() {
    return processor.clock();
  }

  /** Makes this rank's processor compute for a time in picoseconds. */
  public void compute(long picoseconds) {
    processor.work(Work.COMPUTE, picoseconds);
  }

  /**
   * Lets this rank do nothing until a time in picoseconds; its own clock is later if there is noise
   * then. Noise before that costs nothing.
   */
  public void idleUntil(long time) {
    processor.idleUntil(time);
  }

  /** Sets the observer of this rank's processor. */
  public void observeBy(ProcessorObserver observer) {
    processor.observeBy(observer);
  }

  /** Resumes this rank when its processor has done what it has begun. */
  public void wakeLater() {
    processor.wakeLater();
  }

  /** Makes this rank look at its inbox after a time in picoseconds, in any case. */
  void wakeIn(long picoseconds) {
    processor.wakeIn(picoseconds);
  }

  /** From now on this rank wakes in time to look for news of failures, as processes do. */
  void lookForNews() {
    longestSleep = Port.super.longestSleep();
  }

  /** Whether this rank has failed. */
  boolean isSilent() {
    return processor.hasStopped();
  }

  /** Whether an event has arrived that {@link #progress} has not handled. */
  public boolean hasMail() {
    return processor.hasMail();
  }

  /** Sets how this rank's thread sleeps; without it, the thread must not wait inside a call. */
  public void sleepBy(Sleeper itsSleeper) {
    sleeper = itsSleeper;
  }

  /**
   * This rank's device.
   *
   * @throws IllegalStateException if the network gives it none
   */
  public SimulatedDevice device() {
    if (device == null) {
      throw new IllegalStateException("rank " + rank + " has no device");
    }
    return device;
  }

  Processor processor() {
    return processor;
  }

  /** Handles the messages that arrive at this rank. */
  MessageReception reception() {
    return reception;
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
    numbers.checkReach(peer);
    sending.send(transfer, peer, tag, data.address() + offset, length, synchronous);
  }

  @Override
  public void receive(
      int transfer, long tag, long mask, MemorySegment into, long offset, long length) {
    processor.work(Work.POST, figures.post());
    int flight = matching.takeMessage(tag, mask);
    if (flight != Matching.NONE) {
      reception.match(flight, transfer, into.address() + offset, length);
    } else if (numbers.isFromLeft(tag, mask)) {
      refuse(transfer, Tags.sourceOf(tag));
    } else {
      matching.await(transfer, tag, mask, into.address() + offset, length);
    }
  }

  @Override
  public boolean probe(long tag, long mask, boolean remove, MessageInfo found) {
    return matching.probe(tag, mask, remove, found);
  }

  @Override
  public void receiveMatched(
      int transfer, long handle, MemorySegment into, long offset, long length) {
    processor.work(Work.POST, figures.post());
    reception.match((int) handle, transfer, into.address() + offset, length);
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
    processor.work(Work.FOLD, VirtualTime.ofBytes(length, figures.foldPerByte()));
    if (fabric.carriesData()) {
      fold.fold(left, leftOffset, right, rightOffset, into, intoOffset, length);
    }
    itsCompletions.completed(transfer, 0, length);
  }

  @Override
  public void cancel(int transfer) {
    if (matching.cancel(transfer)) {
      completions.failed(transfer, Completions.Failure.CANCELLED, null);
    }
  }

  /**
   * Handles all that has arrived, as a look at a network does, or else begins to copy a message.
   */
  @Override
  public int progress() {
    if (!hasMail()) {
      return sleeper.foundNothing() ? 1 : 0;
    }
    int work = 0;
    do {
      Inbox inbox = processor.inbox();
      int kind = inbox.kind();
      if (kind == SimulatedFabric.WORK) {
        // Reported by the device.
        return work;
      }
      int flight = inbox.flight();
      inbox.remove();
      handle(kind, flight);
      work++;
    } while (processor.hasArrivals());
    return work;
  }

  private void handle(int kind, int flight) {
    switch (kind) {
      case SimulatedFabric.ENVELOPE -> reception.find(flight);
      case SimulatedFabric.DATA -> reception.accept(flight);
      case SimulatedFabric.ANSWER -> {
        processor.work(Work.HANDLE, figures.handle());
        fabric.launch(flight, processor.clock() + flights.protocol[flight].start());
      }
      case SimulatedFabric.COPY -> {
        processor.beginCopy();
        fabric.launch(flight, processor.clock() + flights.protocol[flight].start());
      }
      default -> {
        processor.work(Work.HANDLE, figures.handle());
        if (flights.access[flight] != null) {
          accesses.end(flight);
        } else {
          sending.end(flight);
          reception.close(flight);
        }
      }
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
    return longestSleep;
  }

  @Override
  public void wake() {
    wakeLater();
  }

  @Override
  public void close() {}
}
