package io.starling.runtime.transport.ucx;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import io.starling.runtime.bootstrap.AddressBook;
import io.starling.runtime.progress.Completions;
import io.starling.runtime.progress.MessageInfo;
import io.starling.runtime.progress.Port;
import io.starling.runtime.progress.Tags;
import java.lang.System.Logger.Level;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;

/**
 * A rank's port on UCX: tag-matched sends and receives on one worker. Endpoints are made when they
 * are first used.
 *
 * <p>There is one upcall for sends and one for receives; {@code user_data} holds the number of the
 * transfer. An upcall only takes a note and frees UCX's request, and nothing is thrown through
 * native frames.
 */
public final class UcxPort implements Port {

  /** In {@code ucp_tag_recv_info_t}. */
  private static final long INFO_LENGTH = 8;

  /**
   * Instead of a request that can be cancelled: posted, and not known yet; or ended, perhaps within
   * the post, or matched from the start.
   */
  private static final long OPEN = 0;

  private static final long ENDED = -1;
  private static final int POLL_IN = 1;

  /** Shorter messages are never a rendezvous, unless UCX is told so: nothing is sent back. */
  private static final long SHORTEST_ACKNOWLEDGED = 1 << 10;

  private static final long NANOSECONDS_PER_MILLISECOND = 1_000_000;

  private final int rank;
  private final UcxSetup setup;
  private final long worker;
  private final FirstContacts contacts;
  private final Endpoints endpoints;
  private final Settlement settlement;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment sendParameters;
  private final MemorySegment receiveParameters;
  private final MemorySegment foundMessage;
  private final MemorySegment pollDescriptor;
  private Completions completions;
  private long[] requests = new long[0];
  private boolean closed;

  /**
   * Sets UCX up and publishes this rank's address.
   *
   * @param severalThreads whether several threads will use this port, one at a time
   * @param host equal for two ranks where they share memory
   */
  public UcxPort(
      int rank,
      int size,
      AddressBook addresses,
      UcxSetup.Kind setupKind,
      boolean severalThreads,
      String host) {
    this.rank = rank;
    this.setup = UcxSetup.open(setupKind, size, severalThreads);
    this.worker = setup.worker();
    this.contacts = new FirstContacts(addresses, worker, this::post, this::report, arena);
    this.endpoints = new Endpoints(rank, size, contacts);
    this.settlement = new Settlement(endpoints, new Neighbours(addresses, host, size), arena);
    this.sendParameters =
        RequestParameters.ofSends(callback("onSend", RequestParameters.SEND_CALLBACK), arena);
    this.receiveParameters =
        RequestParameters.ofReceives(
            callback("onReceive", RequestParameters.RECEIVE_CALLBACK), arena);
    this.foundMessage = arena.allocate(2L * Long.BYTES, Long.BYTES);
    this.pollDescriptor = arena.allocate(JAVA_LONG);
    this.pollDescriptor.set(JAVA_INT, 0, UcpLibrary.eventDescriptor(worker));
    this.pollDescriptor.set(JAVA_SHORT, Integer.BYTES, (short) POLL_IN);
    addresses.publish(rank, new UcxAddress(host, setup.address()).encode());
  }

  private MethodHandle callback(String name, MethodType type) {
    try {
      return MethodHandles.lookup().bind(this, name, type);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("no method " + name, e);
    }
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public int size() {
    return endpoints.size();
  }

  @Override
  public void attach(Completions itsCompletions) {
    completions = itsCompletions;
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
    long endpoint = endpoints.of(peer);
    long address = data.address() + offset;
    if (endpoint == Endpoints.NONE_YET) {
      contacts.keep(peer, transfer, tag, address, length, synchronous);
    } else {
      post(transfer, endpoint, tag, address, length, synchronous);
    }
  }

  private void post(
      int transfer, long endpoint, long tag, long address, long length, boolean synchronous) {
    sendParameters.set(JAVA_LONG, RequestParameters.USER_DATA, transfer);
    long request =
        synchronous
            ? UcpLibrary.sendSynchronously(endpoint, address, length, tag, sendParameters.address())
            : UcpLibrary.send(endpoint, address, length, tag, sendParameters.address());
    if (request == 0) {
      completions.completed(transfer, 0, length);
    } else if (UcpLibrary.isStatus(request)) {
      report(transfer, (int) request, 0, 0);
    }
  }

  @Override
  public void receive(
      int transfer, long tag, long mask, MemorySegment into, long offset, long length) {
    remember(transfer, OPEN);
    receiveParameters.set(JAVA_LONG, RequestParameters.USER_DATA, transfer);
    long request =
        UcpLibrary.receive(
            worker, into.address() + offset, length, tag, mask, receiveParameters.address());
    if (UcpLibrary.isStatus(request)) {
      report(transfer, (int) request, 0, 0);
    } else if (requests[transfer] == OPEN) {
      requests[transfer] = request;
    }
  }

  @Override
  public boolean probe(long tag, long mask, boolean remove, MessageInfo found) {
    long message = UcpLibrary.probe(worker, tag, mask, remove, foundMessage.address());
    if (message == 0) {
      return false;
    }
    found.set(foundMessage.get(JAVA_LONG, 0), foundMessage.get(JAVA_LONG, INFO_LENGTH), message);
    return true;
  }

  @Override
  public void receiveMatched(
      int transfer, long handle, MemorySegment into, long offset, long length) {
    remember(transfer, ENDED);
    receiveParameters.set(JAVA_LONG, RequestParameters.USER_DATA, transfer);
    long request =
        UcpLibrary.receiveMessage(
            worker, into.address() + offset, length, handle, receiveParameters.address());
    if (UcpLibrary.isStatus(request)) {
      report(transfer, (int) request, 0, 0);
    }
  }

  private void remember(int transfer, long request) {
    if (transfer >= requests.length) {
      requests = Arrays.copyOf(requests, Math.max(64, 2 * transfer));
    }
    requests[transfer] = request;
  }

  /** Upcall: {@code ucp_send_nbx_callback_t}. */
  @SuppressWarnings("unused")
  private void onSend(long request, int status, long userData) {
    try {
      UcpLibrary.free(request);
      report((int) userData, status, 0, 0);
    } catch (Throwable e) {
      die(e);
    }
  }

  /** Upcall: {@code ucp_tag_recv_nbx_callback_t}. The info lies inside the request. */
  @SuppressWarnings("unused")
  private void onReceive(long request, int status, long info, long userData) {
    try {
      int transfer = (int) userData;
      boolean received = status == UcpLibrary.UCS_OK;
      long tag = received ? UcpLibrary.readLong(info) : 0;
      long bytes = received ? UcpLibrary.readLong(info + INFO_LENGTH) : 0;
      requests[transfer] = ENDED;
      UcpLibrary.free(request);
      if (bytes >= SHORTEST_ACKNOWLEDGED) {
        settlement.owe(Tags.sourceOf(tag));
      }
      report(transfer, status, tag, bytes);
    } catch (Throwable e) {
      die(e);
    }
  }

  /**
   * Nothing may be thrown through native frames, and notes are all that an upcall takes: this is a
   * bug or no memory.
   */
  private void die(Throwable e) {
    System.getLogger("io.starling")
        .log(Level.ERROR, "rank " + rank + " ends: a completion could not be noted", e);
    Runtime.getRuntime().halt(1);
  }

  private void report(int transfer, int status, long tag, long bytes) {
    if (status == UcpLibrary.UCS_OK) {
      completions.completed(transfer, tag, bytes);
    } else {
      completions.failed(transfer, UcxStatus.failure(status), UcpLibrary.describe(status));
    }
  }

  @Override
  public void cancel(int transfer) {
    if (transfer < requests.length && requests[transfer] > 0) {
      UcpLibrary.cancel(worker, requests[transfer]);
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
    int moved = UcpLibrary.progress(worker);
    return endpoints.areAwaited() ? moved + endpoints.progress() : moved;
  }

  @Override
  public boolean arm() {
    return UcpLibrary.arm(worker) == UcpLibrary.UCS_OK;
  }

  @Override
  public void sleep(long nanoseconds) {
    UcpLibrary.poll(pollDescriptor, (int) Math.max(1, nanoseconds / NANOSECONDS_PER_MILLISECOND));
  }

  /** UCX leaves the descriptor readable until the next arm. */
  @Override
  public void wake() {
    UcpLibrary.signal(worker);
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      setup.close();
      arena.close();
    }
  }

  @Override
  public boolean settle() {
    return settlement.settle(worker);
  }

  @Override
  public void flush() {
    settlement.flush(worker);
  }

  @Override
  public void drain() {
    settlement.drain(worker);
  }
}
