package io.starling.runtime.transport.ucx;

import io.starling.runtime.log.Logs;
import io.starling.runtime.progress.Completions;
import io.starling.runtime.progress.PeerNumbers;
import io.starling.runtime.progress.Tags;
import java.lang.System.Logger.Level;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The open transfers, by their numbers, and their completion.
 *
 * <p>There is one upcall for sends and one for receives; {@code user_data} is the number of the
 * transfer. An upcall only queues the completion and frees UCX's request. No exception may pass
 * through native frames.
 */
final class OpenTransfers {

  /** In {@code ucp_tag_recv_info_t}. */
  static final long INFO_LENGTH = 8;

  /** In place of a cancellable request: a receive whose request is not known yet. */
  static final long OPEN = 0;

  /** Ended, possibly during the post. */
  private static final long ENDED = -1;

  /** A send. */
  static final long SEND = -2;

  /** A receive that was matched from the start. */
  private static final long MATCHED = -3;

  /** A receive that the engine has cancelled. */
  private static final long CANCELLED = -4;

  /** In place of a source: any, or not known. */
  static final int ANY = -1;

  /** Shorter messages do not use the rendezvous protocol by default, so nothing is sent back. */
  private static final long SHORTEST_ACKNOWLEDGED = 1 << 10;

  private final int rank;
  private final UcxWorker worker;
  private final PeerNumbers numbers;
  private final OutstandingSends outstanding;
  private final MemorySegment onSend;
  private final MemorySegment onReceive;
  private Completions completions;
  private long[] requests = new long[0];

  /** The target of a send, the source of a receive. */
  private int[] peers = new int[0];

  /** Whether a transfer uses a device's memory. */
  private boolean[] onDevice = new boolean[0];

  private int deviceTransfers;

  /** Messages that probes have removed and no receive has taken yet. */
  private int removed;

  OpenTransfers(
      int rank, UcxWorker worker, PeerNumbers numbers, OutstandingSends outstanding, Arena arena) {
    this.rank = rank;
    this.worker = worker;
    this.numbers = numbers;
    this.outstanding = outstanding;
    onSend = RequestParameters.sendCallback(callback("onSend", RequestParameters.SEND), arena);
    onReceive =
        RequestParameters.receiveCallback(callback("onReceive", RequestParameters.RECEIVE), arena);
  }

  private MethodHandle callback(String name, MethodType type) {
    try {
      return MethodHandles.lookup().bind(this, name, type);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("no method " + name, e);
    }
  }

  void reportTo(Completions itsCompletions) {
    completions = itsCompletions;
  }

  /** The function that UCX calls when a send has ended. */
  MemorySegment onSend() {
    return onSend;
  }

  /** The function that UCX calls when a receive has ended. */
  MemorySegment onReceive() {
    return onReceive;
  }

  /** The number of open transfers of a device's memory. */
  int deviceTransfers() {
    return deviceTransfers;
  }

  /** A transfer is about to be posted. */
  void begin(int transfer, long state, int peer, boolean isOnDevice) {
    if (transfer >= requests.length) {
      grow(Math.max(64, 2 * transfer));
    }
    requests[transfer] = state;
    peers[transfer] = peer;
    onDevice[transfer] = isOnDevice;
    if (isOnDevice) {
      deviceTransfers++;
    }
  }

  /** A probe has removed a message. */
  void removed() {
    removed++;
  }

  /** A receive of a removed message is about to be posted. */
  void beginMatched(int transfer, boolean isOnDevice) {
    removed--;
    begin(transfer, MATCHED, ANY, isOnDevice);
  }

  private void grow(int length) {
    int old = requests.length;
    requests = Arrays.copyOf(requests, length);
    Arrays.fill(requests, old, length, ENDED);
    peers = Arrays.copyOf(peers, length);
    onDevice = Arrays.copyOf(onDevice, length);
  }

  /**
   * Makes a posted receive cancellable, unless it has ended during the post. If its source has
   * left, no message will come.
   */
  void posted(int transfer, long request) {
    if (requests[transfer] == OPEN) {
      requests[transfer] = request;
      if (peers[transfer] != ANY && numbers.left().get(peers[transfer])) {
        worker.cancel(request);
      }
    }
  }

  /** Whether a receive is posted and not cancelled. */
  boolean isCancellable(int transfer) {
    return transfer < requests.length && requests[transfer] > 0;
  }

  /** Cancels a cancellable receive; UCX ignores that if it is matched. */
  void cancel(int transfer) {
    long request = requests[transfer];
    requests[transfer] = CANCELLED;
    worker.cancel(request);
  }

  /** Ends the receives from a peer that has left and that have no message. */
  void peerLeft(int peer) {
    for (int transfer = 0; transfer < requests.length; transfer++) {
      if (isCancellable(transfer) && peers[transfer] == peer) {
        worker.cancel(requests[transfer]);
      }
    }
  }

  /**
   * Whether a message of a peer may be on its way to a receive, or may be received yet because a
   * probe has removed it. UCX does not say what a receive from anyone has matched, so one that may
   * still wait for its message does not count.
   */
  boolean mayReceiveFrom(int peer) {
    return removed > 0
        || IntStream.range(0, requests.length).anyMatch(transfer -> mayReceive(transfer, peer));
  }

  private boolean mayReceive(int transfer, int peer) {
    long state = requests[transfer];
    boolean isOpen = state > 0 || state == MATCHED || state == CANCELLED;
    return isOpen && (peers[transfer] == peer || (peers[transfer] == ANY && state < 0));
  }

  /** Ends what can be ended; returns whether that is all. */
  boolean endAll() {
    IntStream.range(0, requests.length).filter(this::isCancellable).forEach(this::cancel);
    return Arrays.stream(requests).allMatch(state -> state == ENDED);
  }

  /** The number of open sends to a peer. */
  int sendsTo(int peer) {
    int open = 0;
    for (int transfer = 0; transfer < requests.length; transfer++) {
      if (requests[transfer] == SEND && peers[transfer] == peer) {
        open++;
      }
    }
    return open;
  }

  /** Upcall: {@code ucp_send_nbx_callback_t}. */
  @SuppressWarnings("unused")
  private void onSend(long request, byte status, long userData) {
    try {
      worker.free(request);
      end((int) userData, status, 0, 0);
    } catch (Throwable e) {
      die(e);
    }
  }

  /** Upcall: {@code ucp_tag_recv_nbx_callback_t}. The info is inside the request. */
  @SuppressWarnings("unused")
  private void onReceive(long request, byte status, long info, long userData) {
    try {
      int transfer = (int) userData;
      boolean received = status == UcpLibrary.UCS_OK;
      long tag = received ? UcpLibrary.readLong(info) : 0;
      long bytes = received ? UcpLibrary.readLong(info + INFO_LENGTH) : 0;
      worker.free(request);
      if (bytes >= SHORTEST_ACKNOWLEDGED) {
        outstanding.owe(Tags.sourceOf(tag));
      }
      end(transfer, status, tag, bytes);
    } catch (Throwable e) {
      die(e);
    }
  }

  /**
   * No exception may pass through native frames. An upcall only queues completions, so an exception
   * here is a bug or lack of memory.
   */
  private void die(Throwable e) {
    try {
      Logs.named("io.starling")
          .log(Level.ERROR, "rank " + rank + " ends: a completion could not be noted", e);
    } finally {
      Runtime.getRuntime().halt(1);
    }
  }

  /** A transfer has ended with a status of UCX. */
  void end(int transfer, int status, long tag, long bytes) {
    boolean isLeft =
        status == UcxStatus.CANCELLED.code()
            && requests[transfer] != CANCELLED
            && (peers[transfer] == ANY || numbers.left().get(peers[transfer]));
    requests[transfer] = ENDED;
    if (onDevice[transfer]) {
      onDevice[transfer] = false;
      deviceTransfers--;
    }
    if (status == UcpLibrary.UCS_OK) {
      completions.completed(transfer, tag, bytes);
    } else if (isLeft) {
      completions.failed(
          transfer, Completions.Failure.UNREACHABLE, whyUnreachable(peers[transfer]));
    } else {
      completions.failed(transfer, UcxStatus.failure(status), UcpLibrary.describe(status));
    }
  }

  /** UCX has refused to begin a transfer, for a reason and with a status. */
  void refuse(int transfer, int status, String reason) {
    requests[transfer] = ENDED;
    completions.failed(
        transfer, UcxStatus.failure(status), reason + ": " + UcpLibrary.describe(status));
  }

  private String whyUnreachable(int peer) {
    return peer == ANY
        ? "rank %d has disconnected the rank that has sent it".formatted(rank)
        : numbers.hasLeft(peer);
  }
}
