package io.starling.runtime.transport.simulated;

import io.starling.runtime.memory.MessageMemory;
import io.starling.runtime.progress.Completions;
import io.starling.runtime.progress.MessageInfo;
import io.starling.runtime.progress.Port;
import io.starling.runtime.reduction.Fold;
import io.starling.runtime.transport.simulated.ProcessorObserver.Work;
import java.lang.foreign.MemorySegment;

/**
 * One rank's end of a {@link SimulatedFabric}, and its processor. Whatever the rank does moves its
 * clock on, which noise may move further; what comes meanwhile waits in the inbox until the rank
 * makes progress, one thing at a time.
 */
public final class SimulatedPort implements Port {

  private final SimulatedFabric fabric;
  private final Flights flights;
  private final ProcessorFigures figures;
  private final int rank;
  private final Matching matching;
  private final Processor processor;
  private final Departures departures;
  private final Arrivals arrivals;
  private final Inbox inbox = new Inbox();
  private Completions completions;
  private Sleeper sleeper = Sleeper.NONE;
  private boolean awaited;

  SimulatedPort(SimulatedFabric fabric, int rank) {
    this.fabric = fabric;
    this.rank = rank;
    flights = fabric.flights();
    figures = fabric.network().processor(rank);
    matching = new Matching(flights);
    processor = new Processor(fabric.noise(), rank);
    departures = new Departures(fabric, processor, rank);
    arrivals = new Arrivals(fabric, processor, matching, rank);
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
    arrivals.attach(itsCompletions);
  }

  /** This rank's own time, in picoseconds: when its processor has done all it has begun. */
  public long clock() {
    return processor.clock();
  }

  /** Lets this rank's processor work for so many picoseconds at something else. */
  public void compute(long picoseconds) {
    processor.work(Work.COMPUTE, picoseconds);
  }

  /** Says who hears what this rank's processor does. */
  public void observeBy(ProcessorObserver observer) {
    processor.observeBy(observer);
  }

  /** Lets this rank go on when its processor has done what it has begun. */
  public void wakeLater() {
    if (!awaited) {
      awaited = true;
      fabric.schedule(Math.max(fabric.now(), clock()), SimulatedFabric.WAKE, rank);
    }
  }

  /** Lets this rank look after so many picoseconds, whatever comes. */
  void wakeIn(long picoseconds) {
    fabric.schedule(clock() + picoseconds, SimulatedFabric.WAKE, rank);
  }

  /** Whether something has come that {@link #progress} has not seen. */
  public boolean hasMail() {
    return !inbox.isEmpty();
  }

  /** Says how this rank's thread sleeps; without, it must not wait inside a call. */
  public void sleepBy(Sleeper itsSleeper) {
    sleeper = itsSleeper;
  }

  void wake(SimulatedFabric.Host host) {
    awaited = false;
    processor.idleUntil(fabric.now());
    if (clock() > fabric.now()) {
      wakeLater();
      return;
    }
    host.wake(rank);
    if (!inbox.isEmpty()) {
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
    if (departures.send(transfer, peer, tag, data.address() + offset, length, synchronous)) {
      completions.completed(transfer, tag, length);
    }
  }

  @Override
  public void receive(
      int transfer, long tag, long mask, MemorySegment into, long offset, long length) {
    processor.work(Work.POST, figures.post());
    int flight = matching.receive(transfer, tag, mask, into.address() + offset, length);
    if (flight != Matching.NONE) {
      arrivals.match(flight, transfer, into.address() + offset, length);
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
    arrivals.match((int) handle, transfer, into.address() + offset, length);
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
      completions.failed(transfer, Completions.Failure.CANCELED, null);
    }
  }

  @Override
  public int progress() {
    if (inbox.isEmpty()) {
      return sleeper.foundNothing() ? 1 : 0;
    }
    int kind = inbox.kind();
    int flight = inbox.flight();
    inbox.remove();
    switch (kind) {
      case SimulatedFabric.ENVELOPE -> arrivals.find(flight);
      case SimulatedFabric.DATA -> arrivals.accept(flight);
      case SimulatedFabric.ANSWER -> {
        processor.work(Work.HANDLE, figures.handle());
        fabric.launch(flight, clock());
      }
      default -> {
        processor.work(Work.HANDLE, figures.handle());
        completions.completed(flights.sending[flight], flights.tag[flight], flights.length[flight]);
        arrivals.close(flight);
      }
    }
    return 1;
  }

  /** The last byte of a message is here. */
  void land(int flight) {
    arrivals.land(flight);
    come(SimulatedFabric.DATA, flight);
  }

  @Override
  public boolean arm() {
    return inbox.isEmpty() && sleeper != Sleeper.NONE;
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
