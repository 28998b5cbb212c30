package io.starling.runtime.transport.ucx;

import java.lang.foreign.Arena;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/**
 * The connections that are being made, and the sends that wait for them.
 *
 * <p>UCX treats a network failure during connection set-up as the end of the peer. Therefore no
 * send is posted to an endpoint before a flush of it has succeeded; if it fails, another endpoint
 * is tried. Only {@link #progress} does that; it is called if there are {@link #any}.
 */
final class PendingConnections {

  /** Posts a send to an endpoint. */
  interface Post {
    void post(
        int transfer, long endpoint, long tag, long address, long length, boolean synchronous);
  }

  /** Ends a send with a status of UCX. */
  interface Failure {
    void fail(int transfer, int status, long tag, long bytes);
  }

  /** Longer than the supervision takes to report a failed rank. */
  private static final long LONGEST_NANOSECONDS = 30_000_000_000L;

  private static final long SHORTEST_PAUSE_NANOSECONDS = 100_000_000;
  private static final long LONGEST_PAUSE_NANOSECONDS = 1_000_000_000;
  private static final long NONE = 0;

  private final UcxAddresses addresses;
  private final UcxWorker worker;
  private final EndpointCalls calls;
  private final Failure failure;
  private final long parameters;
  private final List<Contact> contacts = new ArrayList<>();

  PendingConnections(UcxAddresses addresses, UcxWorker worker, Failure failure, Arena arena) {
    this.addresses = addresses;
    this.worker = worker;
    this.calls = new EndpointCalls(worker, arena);
    this.failure = failure;
    parameters = arena.allocate(RequestParameters.BYTES, Long.BYTES).address();
  }

  private record Send(
      Post post, int transfer, long tag, long address, long length, boolean synchronous) {}

  private static final class Contact {
    final int peer;
    final long began = System.nanoTime();
    final Queue<Send> sends = new ArrayDeque<>();
    long endpoint;
    long probe;
    long failed;
    long pause = SHORTEST_PAUSE_NANOSECONDS;
    int status;
    final byte[] address;

    Contact(int peer, byte[] address) {
      this.peer = peer;
      this.address = address;
    }

    /** Another endpoint may reach the peer. */
    boolean mayComeBack() {
      return UcxStatus.mayPass(status) && System.nanoTime() - began < LONGEST_NANOSECONDS;
    }
  }

  boolean any() {
    return !contacts.isEmpty();
  }

  /**
   * Begins to connect to a peer.
   *
   * @return its endpoint, or {@link Endpoints#NONE_YET} if it has not answered yet
   */
  long begin(int peer) {
    Contact contact = new Contact(peer, addresses.of(peer).worker());
    connect(contact);
    if (isReached(contact)) {
      return contact.endpoint;
    }
    contacts.add(contact);
    return Endpoints.NONE_YET;
  }

  /** Queues a send until the connection to its peer is made or has failed. */
  void keep(
      Post post, int peer, int transfer, long tag, long address, long length, boolean synchronous) {
    for (Contact contact : contacts) {
      if (contact.peer == peer) {
        contact.sends.add(new Send(post, transfer, tag, address, length, synchronous));
        return;
      }
    }
    throw new IllegalStateException("no contact with rank " + peer);
  }

  /**
   * Makes progress in all connections, and posts the queued sends of those that are made.
   *
   * @param handles takes the endpoints; it also shows which peers have failed
   * @return the number of connections that were made or have failed
   */
  int progress(long[] handles) {
    int before = contacts.size();
    contacts.removeIf(contact -> hasEnded(contact, handles));
    return before - contacts.size();
  }

  private boolean hasEnded(Contact contact, long[] handles) {
    if (handles[contact.peer] == Endpoints.FAILED) {
      fail(contact, UcxStatus.NOT_CONNECTED.code());
      return true;
    }
    if (contact.status != UcpLibrary.UCS_OK) {
      if (!contact.mayComeBack()) {
        handles[contact.peer] = NONE;
        fail(contact, contact.status);
        return true;
      }
      if (System.nanoTime() - contact.failed < contact.pause) {
        return false;
      }
      contact.pause = Math.min(2 * contact.pause, LONGEST_PAUSE_NANOSECONDS);
      connect(contact);
    }
    if (!isReached(contact)) {
      return false;
    }
    handles[contact.peer] = contact.endpoint;
    for (Send send : contact.sends) {
      send.post.post(
          send.transfer, contact.endpoint, send.tag, send.address, send.length, send.synchronous);
    }
    return true;
  }

  private void fail(Contact contact, int status) {
    if (contact.probe != NONE) {
      worker.free(contact.probe);
      contact.probe = NONE;
    }
    contact.sends.forEach(send -> failure.fail(send.transfer, status, send.tag, 0));
  }

  private void connect(Contact contact) {
    long endpoint = calls.connect(contact.address);
    if (UcpLibrary.isStatus(endpoint)) {
      failed(contact, (int) endpoint);
      return;
    }
    contact.endpoint = endpoint;
    contact.status = UcpLibrary.UCS_OK;
    contact.probe = worker.flush(endpoint, parameters);
    if (UcpLibrary.isStatus(contact.probe)) {
      failed(contact, (int) contact.probe);
    }
  }

  private void failed(Contact contact, int status) {
    contact.probe = NONE;
    contact.status = status;
    contact.failed = System.nanoTime();
  }

  private boolean isReached(Contact contact) {
    if (contact.status != UcpLibrary.UCS_OK) {
      return false;
    }
    if (contact.probe == NONE) {
      return true;
    }
    int status = worker.status(contact.probe);
    if (status == UcpLibrary.UCS_INPROGRESS) {
      return false;
    }
    worker.free(contact.probe);
    contact.probe = NONE;
    if (status != UcpLibrary.UCS_OK) {
      failed(contact, status);
    }
    return status == UcpLibrary.UCS_OK;
  }
}
