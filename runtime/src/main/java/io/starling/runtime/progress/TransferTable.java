package io.starling.runtime.progress;

import io.starling.runtime.memory.Memory;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * The open transfers, one row each, stored in columns. A row keeps the operation and the memory of
 * its transfer reachable, keeps the outcome until the engine has notified the operation, and lets a
 * stalled rank report what it waits for.
 */
final class TransferTable {

  static final byte SEND = 0;
  static final byte RECEIVE = 1;
  static final byte FOLD = 2;

  /** A device's copy to the host, for which sends and folds wait. */
  static final byte FILL = 3;

  /** Other work of a device, for which only the end of its operation waits. */
  static final byte DEVICE = 4;

  /** A send that waits until the device has written its data ({@link PeerCopies}). */
  static final byte SETTLE = 5;

  /** A send whose header is being sent. */
  static final byte HEADER = 6;

  /** A send that waits for the answer to its header. */
  static final byte ANSWER = 7;

  /** A receive into host memory, whose data the device copies from a peer's device. */
  static final byte FETCH = 8;

  /** A device's copy from a peer's device; the peer waits for the answer. */
  static final byte PULL = 9;

  /** The answer to a header, being sent. */
  static final byte REPLY = 10;

  private static final String DIRECT =
      ". The transport moves this device memory directly: STARLING_GPU_UCX=off leaves that to"
          + " the device";

  private static final int INITIAL_ROWS = 64;

  Operation[] operation = new Operation[0];
  Memory[] memory = new Memory[0];
  MemorySegment[] staging = new MemorySegment[0];
  HostCopy[] copy = new HostCopy[0];
  HostFold[] hostFold = new HostFold[0];
  String[] detail = new String[0];
  Completions.Failure[] failure = new Completions.Failure[0];
  long[] offset = new long[0];
  long[] length = new long[0];
  long[] tag = new long[0];
  long[] bytes = new long[0];
  int[] peer = new int[0];
  int[] child = new int[0];
  int[] segment = new int[0];
  byte[] kind = new byte[0];
  boolean[] synchronous = new boolean[0];

  /**
   * Whether the port accesses a device's memory directly; the memory is kept until the row closes.
   */
  boolean[] direct = new boolean[0];

  private int[] free = new int[0];
  private int freeCount;

  /** Opens a row. */
  int open(byte itsKind, Operation itsOperation, int itsChild, int itsSegment) {
    if (freeCount == 0) {
      grow();
    }
    int row = free[--freeCount];
    kind[row] = itsKind;
    operation[row] = itsOperation;
    child[row] = itsChild;
    segment[row] = itsSegment;
    return row;
  }

  /** Closes a row; it no longer keeps anything reachable. */
  void close(int row) {
    operation[row] = null;
    memory[row] = null;
    staging[row] = null;
    copy[row] = null;
    hostFold[row] = null;
    free[freeCount++] = row;
  }

  /**
   * Whether a row is a send, a receive or a fold, and not work of which no operation is notified.
   */
  byte role(int row) {
    return switch (kind[row]) {
      case SETTLE, HEADER, ANSWER -> SEND;
      case FETCH -> RECEIVE;
      default -> kind[row];
    };
  }

  /**
   * Requests the end of the open receives of an operation, or of all operations if it is null. An
   * answer to a header is not cancelled while the engine lives: until it arrives, a peer may read
   * the data. A point-to-point operation has one transfer, which is found directly.
   */
  void cancelReceives(Operation of, Port port) {
    if (of != null && of.openTransfers == 0) {
      return;
    }
    boolean hasOne = of != null && of.openTransfers == 1 && operation[of.lastTransfer] == of;
    int first = hasOne ? of.lastTransfer : 0;
    int end = hasOne ? first + 1 : rows();
    for (int row = first; row < end; row++) {
      boolean itsOwn = of == null ? operation[row] != null : operation[row] == of;
      if (itsOwn && (kind[row] == RECEIVE || (of == null && kind[row] == ANSWER))) {
        port.cancel(row);
      }
    }
  }

  /** A peer, for messages. */
  static String name(int peer) {
    return peer < 0 ? "any rank" : "rank " + peer;
  }

  /** What a row transfers, for messages that do not name it before. */
  private String describe(int row, int rank) {
    if (operation[row] instanceof MessageOperation) {
      return "rank " + rank;
    }
    return switch (role(row)) {
      case RECEIVE ->
          "rank %d, receive of at most %d bytes from %s"
              .formatted(rank, length[row], name(peer[row]));
      case SEND -> "rank %d, send of %d bytes to rank %d".formatted(rank, length[row], peer[row]);
      case REPLY -> "rank %d, answer to rank %d".formatted(rank, peer[row]);
      default -> "rank %d, work on %d bytes of a device".formatted(rank, length[row]);
    };
  }

  /** Why a row's transfer failed, for messages. */
  String explain(int row, int rank) {
    String what = describe(row, rank);
    return switch (failure[row]) {
      case TRUNCATED ->
          what
              + ": the message is longer than the buffer. Do sender and receiver agree on the"
              + " count?";
      case CANCELLED -> what + ": cancelled";
      case BROKEN, UNREACHABLE -> what + ": " + detail[row] + (direct[row] ? DIRECT : "");
      case UNCERTAIN ->
          "%s: %s%s. If %s has ended, look at its last output; otherwise the cause is on this rank, and UCX_LOG_LEVEL=info shows more"
              .formatted(what, detail[row], direct[row] ? DIRECT : "", name(peer[row]));
    };
  }

  boolean isEmpty() {
    return freeCount == rows();
  }

  /** The number of rows, open and free. */
  int rows() {
    return operation.length;
  }

  private void grow() {
    int old = operation.length;
    int rows = Math.max(INITIAL_ROWS, 2 * old);
    operation = Arrays.copyOf(operation, rows);
    memory = Arrays.copyOf(memory, rows);
    staging = Arrays.copyOf(staging, rows);
    copy = Arrays.copyOf(copy, rows);
    hostFold = Arrays.copyOf(hostFold, rows);
    synchronous = Arrays.copyOf(synchronous, rows);
    direct = Arrays.copyOf(direct, rows);
    detail = Arrays.copyOf(detail, rows);
    failure = Arrays.copyOf(failure, rows);
    offset = Arrays.copyOf(offset, rows);
    length = Arrays.copyOf(length, rows);
    tag = Arrays.copyOf(tag, rows);
    bytes = Arrays.copyOf(bytes, rows);
    peer = Arrays.copyOf(peer, rows);
    child = Arrays.copyOf(child, rows);
    segment = Arrays.copyOf(segment, rows);
    kind = Arrays.copyOf(kind, rows);
    free = Arrays.copyOf(free, rows);
    for (int row = rows - 1; row >= old; row--) {
      free[freeCount++] = row;
    }
  }
}
