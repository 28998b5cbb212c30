package io.starling.runtime.transport.ucx;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.starling.runtime.progress.Messages;
import io.starling.runtime.progress.Tags;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Tag-matched sends and receives of one kind of memory on one worker. */
final class UcxMessages implements Messages, PendingConnections.Post {

  private final UcxWorker worker;
  private final Endpoints endpoints;
  private final PendingConnections contacts;
  private final OpenTransfers ends;
  private final boolean isOnDevice;
  private final MemorySegment sendParameters;
  private final MemorySegment receiveParameters;

  /** Messages of one of the {@link MemoryTypes}. */
  UcxMessages(
      int memoryType,
      UcxWorker worker,
      Endpoints endpoints,
      PendingConnections contacts,
      OpenTransfers ends,
      Arena arena) {
    this.worker = worker;
    this.endpoints = endpoints;
    this.contacts = contacts;
    this.ends = ends;
    isOnDevice = memoryType != MemoryTypes.HOST;
    sendParameters = RequestParameters.ofSends(ends.onSend(), memoryType, arena);
    receiveParameters = RequestParameters.ofReceives(ends.onReceive(), memoryType, arena);
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
    ends.begin(transfer, OpenTransfers.SEND, peer, isOnDevice);
    if (endpoint == Endpoints.NONE_YET) {
      contacts.keep(this, peer, transfer, tag, address, length, synchronous);
    } else {
      post(transfer, endpoint, tag, address, length, synchronous);
    }
  }

  @Override
  public void post(
      int transfer, long endpoint, long tag, long address, long length, boolean synchronous) {
    sendParameters.set(JAVA_LONG, RequestParameters.USER_DATA, transfer);
    long request =
        synchronous
            ? worker.sendSynchronously(endpoint, address, length, tag, sendParameters.address())
            : worker.send(endpoint, address, length, tag, sendParameters.address());
    if (request == 0) {
      ends.end(transfer, UcpLibrary.UCS_OK, 0, length);
    } else if (UcpLibrary.isStatus(request)) {
      ends.end(transfer, (int) request, 0, 0);
    }
  }

  @Override
  public void receive(
      int transfer, long tag, long mask, MemorySegment into, long offset, long length) {
    int source = Tags.isFromAnySource(mask) ? OpenTransfers.ANY : Tags.sourceOf(tag);
    ends.begin(transfer, OpenTransfers.OPEN, source, isOnDevice);
    receiveParameters.set(JAVA_LONG, RequestParameters.USER_DATA, transfer);
    long request =
        worker.receive(into.address() + offset, length, tag, mask, receiveParameters.address());
    if (UcpLibrary.isStatus(request)) {
      ends.end(transfer, (int) request, 0, 0);
    } else {
      ends.posted(transfer, request);
    }
  }

  @Override
  public void receiveMatched(
      int transfer, long handle, MemorySegment into, long offset, long length) {
    ends.beginMatched(transfer, isOnDevice);
    receiveParameters.set(JAVA_LONG, RequestParameters.USER_DATA, transfer);
    long request =
        worker.receiveMessage(into.address() + offset, length, handle, receiveParameters.address());
    if (UcpLibrary.isStatus(request)) {
      ends.end(transfer, (int) request, 0, 0);
    }
  }
}
