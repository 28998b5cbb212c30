package io.starling.runtime.transport.ucx;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.starling.runtime.bootstrap.api.AddressBook;
import io.starling.runtime.memory.Device;
import io.starling.runtime.os.Poll;
import io.starling.runtime.progress.Completions;
import io.starling.runtime.progress.Exposure;
import io.starling.runtime.progress.MessageInfo;
import io.starling.runtime.progress.Messages;
import io.starling.runtime.progress.PeerNumbers;
import io.starling.runtime.progress.Port;
import io.starling.runtime.progress.RemoteMemory;
import io.starling.runtime.progress.RoutedKey;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A rank's port on UCX: tag-matched sends and receives on one worker. Endpoints are made at their
 * first use. If UCX supports CUDA, messages go directly from and to device memory.
 */
public final class UcxPort implements Port {

  /** How often a port looks for what has arrived from a peer that leaves. */
  private static final int MOST_LOOKS = 10_000;

  private final int rank;
  private final UcxSetup setup;
  private final UcxWorker worker;
  private final PeerNumbers numbers;
  private final UcxAddresses addresses;
  private final PendingConnections contacts;
  private final Endpoints endpoints;
  private final OutstandingSends outstanding;
  private final Arena arena = Arena.ofShared();
  private final OpenTransfers ends;
  private final Departures departures;
  private final UcxMessages messages;
  private final UcxAccesses accesses;
  private final UcxExposures exposures;
  private final CudaMemory cuda;
  private final MemorySegment foundMessage;
  private final int descriptor;
  private final Poll poll;
  private Completions completions;
  private boolean closed;

  /**
   * Sets UCX up and publishes this rank's address.
   *
   * @param severalThreads whether several threads may use this port, one at a time
   * @param host equal for two ranks that share memory
   * @param oneHost whether all ranks are on this host
   */
  public UcxPort(
      int rank,
      int size,
      AddressBook book,
      UcxSetup.Kind setupKind,
      boolean severalThreads,
      String host,
      boolean oneHost) {
    this(rank, size, size, book, setupKind, severalThreads, host, oneHost);
  }

  /**
   * The same, with room for peers that join. A rank that joins has the last of {@code size}
   * numbers.
   *
   * @param oneHost whether all ranks are on this host, also those that will join
   */
  public UcxPort(
      int rank,
      int size,
      int capacity,
      AddressBook book,
      UcxSetup.Kind setupKind,
      boolean severalThreads,
      String host,
      boolean oneHost) {
    this(rank, size, capacity, size, book, setupKind, severalThreads, host, oneHost);
  }

  /**
   * The same for a rank that perhaps never meets all others.
   *
   * @param expected how many ranks UCX is to expect
   * @param oneHost whether all ranks are on this host, also those that will join
   */
  public UcxPort(
      int rank,
      int size,
      int capacity,
      int expected,
      AddressBook book,
      UcxSetup.Kind setupKind,
      boolean severalThreads,
      String host,
      boolean oneHost) {
    this.rank = rank;
    this.numbers = new PeerNumbers(rank, size, capacity);
    this.setup = UcxSetup.open(setupKind, expected, TransportChoice.of(oneHost, System.getenv()));
    this.worker = new UcxWorker(setup.context(), severalThreads);
    this.addresses = new UcxAddresses(rank, capacity, book);
    this.contacts = new PendingConnections(addresses, worker, this::fail, arena);
    this.endpoints = new Endpoints(rank, numbers, contacts);
    var neighbours = new NearbyPeers(addresses, host, capacity);
    this.outstanding = new OutstandingSends(worker, endpoints, neighbours, arena);
    this.ends = new OpenTransfers(rank, worker, numbers, outstanding, arena);
    this.departures = new Departures(worker, ends, outstanding, arena);
    this.messages = messages(MemoryTypes.HOST);
    this.accesses = new UcxAccesses(worker, endpoints, contacts, ends, arena);
    this.exposures = new UcxExposures(setup.context());
    boolean knowsCuda = MemoryTypes.knows(setup.context(), MemoryTypes.CUDA);
    this.cuda =
        new CudaMemory(knowsCuda ? messages(MemoryTypes.CUDA) : null, ends::deviceTransfers);
    this.foundMessage = arena.allocate(2L * Long.BYTES, Long.BYTES);
    this.descriptor = worker.eventDescriptor();
    this.poll = new Poll(arena, descriptor);
    book.publish(rank, new UcxAddress(host, worker.address()).encode());
  }

  private UcxMessages messages(int memoryType) {
    return new UcxMessages(memoryType, worker, endpoints, contacts, ends, arena);
  }

  private void fail(int transfer, int status, long tag, long bytes) {
    ends.end(transfer, status, tag, bytes);
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

  @Override
  public void connect(int peer, byte[] address) {
    numbers.checkJoin(peer);
    addresses.join(peer, address);
    skip(peer);
  }

  @Override
  public void skip(int peer) {
    numbers.join(peer);
    departures.closeIdle();
  }

  @Override
  public void disconnect(int peer) {
    numbers.checkLeave(peer, this::openSendsTo);
    numbers.leave(peer);
    ends.peerLeft(peer);
    endpoints.leave(peer, departures);
    departures.closeIdle();
  }

  /** Takes in what has arrived; UCX can't end sends to a failed peer, which read nothing more. */
  private int openSendsTo(int peer) {
    for (int look = 0; look < MOST_LOOKS && progress() > 0; look++) {
      // Other ranks may never stop to send.
    }
    return endpoints.hasFailed(peer) ? 0 : ends.sendsTo(peer);
  }

  @Override
  public void attach(Completions itsCompletions) {
    completions = itsCompletions;
    ends.reportTo(completions);
  }

  @Override
  public Messages direct(Device device, int peer) {
    return cuda.of(device);
  }

  @Override
  public Exposure expose(MemorySegment memory) {
    return exposures.expose(memory);
  }

  /** This rank reaches its own memory by loads and stores. */
  @Override
  public RemoteMemory reach(int peer, byte[] key) {
    numbers.checkReach(peer);
    byte[] own = RoutedKey.far(key);
    return peer == rank ? exposures.ofSelf(completions, own) : accesses.reach(peer, own);
  }

  @Override
  public void share() {
    worker.share();
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
    messages.send(transfer, peer, tag, data, offset, length, synchronous);
  }

  @Override
  public void receive(
      int transfer, long tag, long mask, MemorySegment into, long offset, long length) {
    messages.receive(transfer, tag, mask, into, offset, length);
  }

  @Override
  public boolean probe(long tag, long mask, boolean remove, MessageInfo found) {
    long message = worker.probe(tag, mask, remove, foundMessage.address());
    if (message == 0) {
      return false;
    }
    if (remove) {
      ends.removed();
    }
    found.set(
        foundMessage.get(JAVA_LONG, 0),
        foundMessage.get(JAVA_LONG, OpenTransfers.INFO_LENGTH),
        message);
    return true;
  }

  @Override
  public void receiveMatched(
      int transfer, long handle, MemorySegment into, long offset, long length) {
    messages.receiveMatched(transfer, handle, into, offset, length);
  }

  @Override
  public void cancel(int transfer) {
    if (ends.isCancellable(transfer)) {
      cuda.enter();
      ends.cancel(transfer);
    }
  }

  @Override
  public void peerFailed(int peer) {
    if (peer != rank) {
      endpoints.abandon(peer);
    }
  }

  @Override
  public int progress() {
    cuda.enter();
    int moved = worker.progress();
    return endpoints.areAwaited() ? moved + endpoints.progress() : moved;
  }

  /** Not if a device has failed; {@link #progress} reports that. */
  @Override
  public boolean arm() {
    return cuda.tryEnter() && worker.arm() == UcpLibrary.UCS_OK;
  }

  @Override
  public void sleep(long nanoseconds) {
    poll.await(nanoseconds);
  }

  @Override
  public int descriptor() {
    return descriptor;
  }

  /** UCX leaves the descriptor readable until the next arm. */
  @Override
  public void wake() {
    worker.signal();
  }

  @Override
  public void takeOver() {
    worker.takeOver();
  }

  /**
   * UCX must not end while a send waits, for instance for a failed peer, or a message is on its way
   * to a receive; the end of the process frees it then.
   */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      cuda.enterForLast();
      outstanding.forget();
      if (ends.endAll()) {
        end();
      }
    }
  }

  private void end() {
    try {
      exposures.close();
      worker.close();
      setup.close();
    } finally {
      cuda.close();
      arena.close();
    }
  }

  @Override
  public boolean settle() {
    cuda.enter();
    return outstanding.settle();
  }

  @Override
  public void flush() {
    cuda.enter();
    outstanding.flush();
  }

  @Override
  public void drain() {
    cuda.enter();
    departures.closeIdle();
    outstanding.drain();
  }
}
