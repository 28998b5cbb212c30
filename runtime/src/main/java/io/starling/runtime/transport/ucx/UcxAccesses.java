package io.starling.runtime.transport.ucx;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.starling.runtime.progress.RemoteMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Puts, gets and atomic accesses of one worker. Where the network can't do one, UCX sends a message
 * that the target's worker carries out in its progress.
 */
final class UcxAccesses {

  /** {@code ucp_atomic_op_t}. */
  private static final int ADD = 0;

  private static final int COMPARE_AND_SWAP = 2;
  private static final long NO_KEY = 0;

  private final UcxWorker worker;
  private final Endpoints endpoints;
  private final PendingConnections contacts;
  private final OpenTransfers ends;
  private final MemorySegment parameters;
  private final MemorySegment atomicParameters;

  UcxAccesses(
      UcxWorker worker,
      Endpoints endpoints,
      PendingConnections contacts,
      OpenTransfers ends,
      Arena arena) {
    this.worker = worker;
    this.endpoints = endpoints;
    this.contacts = contacts;
    this.ends = ends;
    parameters = RequestParameters.ofAccesses(ends.onSend(), arena);
    atomicParameters = RequestParameters.ofAtomics(ends.onSend(), arena);
  }

  /** The memory of a peer's key. */
  RemoteMemory reach(int peer, byte... key) {
    return new Memory(peer, UcxExposures.Place.of(key));
  }

  private final class Memory implements RemoteMemory {
    private final int peer;
    private final UcxExposures.Place place;
    private long key = NO_KEY;

    Memory(int peer, UcxExposures.Place place) {
      this.peer = peer;
      this.place = place;
    }

    @Override
    public MemorySegment direct() {
      return null;
    }

    @Override
    public boolean needsFlush() {
      return true;
    }

    @Override
    public boolean needsOwner() {
      return true;
    }

    @Override
    public void access(
        Access access,
        int transfer,
        MemorySegment local,
        long localOffset,
        long offset,
        long length) {
      long endpoint = endpoints.of(peer);
      long here = local.address() + localOffset;
      ends.begin(transfer, OpenTransfers.SEND, peer, false);
      if (endpoint == Endpoints.NONE_YET) {
        PendingConnections.Post post =
            (itsTransfer, itsEndpoint, _, address, itsLength, _) ->
                post(access, itsTransfer, itsEndpoint, address, offset, itsLength);
        contacts.keep(post, peer, transfer, 0, here, length, false);
      } else {
        post(access, transfer, endpoint, here, offset, length);
      }
    }

    private void post(
        Access access, int transfer, long endpoint, long here, long offset, long length) {
      if (key == NO_KEY && access != Access.FLUSH) {
        int status = unpack(endpoint);
        if (status != UcpLibrary.UCS_OK) {
          ends.refuse(transfer, status, "the key of that memory can't be used");
          return;
        }
      }
      long there = place.address() + offset;
      boolean isAtomic = access == Access.ADD || access == Access.COMPARE_AND_SWAP;
      MemorySegment its = isAtomic ? atomicParameters : parameters;
      its.set(JAVA_LONG, RequestParameters.USER_DATA, transfer);
      if (isAtomic) {
        its.set(JAVA_LONG, RequestParameters.REPLY_BUFFER, here + Long.BYTES);
      }
      long request =
          switch (access) {
            case PUT -> worker.put(endpoint, here, length, there, key, its.address());
            case GET -> worker.get(endpoint, here, length, there, key, its.address());
            case ADD -> worker.atomic(endpoint, ADD, here, there, key, its.address());
            case COMPARE_AND_SWAP ->
                worker.atomic(endpoint, COMPARE_AND_SWAP, here, there, key, its.address());
            case FLUSH -> worker.flush(endpoint, its.address());
          };
      if (request == 0) {
        ends.end(transfer, UcpLibrary.UCS_OK, 0, length);
      } else if (UcpLibrary.isStatus(request)) {
        ends.end(transfer, (int) request, 0, 0);
      }
    }

    /** Unpacks the key, which empty memory has not; returns a status. */
    private int unpack(long endpoint) {
      if (place.packed().length == 0) {
        return UcxStatus.INVALID_PARAMETER.code();
      }
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment packed = arena.allocateFrom(JAVA_BYTE, place.packed());
        MemorySegment out = arena.allocate(ADDRESS);
        int status = worker.unpackKey(endpoint, packed.address(), out.address());
        if (status == UcpLibrary.UCS_OK) {
          key = out.get(JAVA_LONG, 0);
        }
        return status;
      }
    }

    @Override
    public void close() {
      if (key != NO_KEY) {
        worker.destroyKey(key);
        key = NO_KEY;
      }
    }
  }
}
