package io.starling.runtime.progress;

import io.starling.runtime.memory.Memory;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * The open transfers, one row each, stored in columns. A row keeps the operation and the memory of
 * its transfer reachable, keeps the outcome until the engine has notified the operation, and lets a
 * stalled rank report what it waits for.
 */
@SuppressWarnings(
    "checkstyle:VisibilityModifier") // The device's room writes its steps into columns.
public final class TransferTable {

  public static final byte SEND = 0;
  public static final byte RECEIVE = 1;
  public static final byte FOLD = 2;

  /** An exchange on a {@link Board}. */
  public static final byte EXCHANGE = 3;

  /** Work of another thread; see {@link OutsideWork}. */
  static final byte OUTSIDE = 4;

  /** An access to {@link RemoteMemory}. */
  public static final byte ACCESS = 5;

  /** Work of a device, of which no operation is notified; only the end of its operation waits. */
  public static final byte WORK = 6;

  /** An answer to a peer's device, being sent. */
  public static final byte REPLY = 7;

  private static final int INITIAL_ROWS = 64;

  public Operation[] operation = new Operation[0];
  public Memory[] memory = new Memory[0];

  /** Where an exchange takes place. */
  Board[] board = new Board[0];

  public MemorySegment[] staging = new MemorySegment[0];
  public String[] detail = new String[0];
  public Completions.Failure[] failure = new Completions.Failure[0];
  public long[] offset = new long[0];
  public long[] length = new long[0];
  public long[] tag = new long[0];
  public long[] bytes = new long[0];
  public int[] peer = new int[0];
  public int[] child = new int[0];
  public int[] segment = new int[0];
  public byte[] kind = new byte[0];

  /** Whether {@link Devices} takes part in the transfer, and is asked about it. */
  public boolean[] device = new boolean[0];

  /** The operations that wait for the program, with or without open transfers. */
  private final List<Operation> patient = new ArrayList<>();

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

  /** Opens a row for another transfer of a row's operation. */
  public int openBeside(byte itsKind, int row) {
    int beside = open(itsKind, operation[row], child[row], segment[row]);
    count(beside);
    return beside;
  }

  /** Counts a row among the open transfers of its operation. */
  void count(int row) {
    operation[row].openTransfers++;
    operation[row].lastTransfer = row;
  }

  void addPatient(Operation of) {
    patient.add(of);
  }

  void removePatient(Operation of) {
    patient.remove(of);
  }

  /** The operations that wait for the program. */
  List<Operation> patient() {
    return patient;
  }

  /** Calls an action for the operation of each row, and for those that wait for the program. */
  public void forEachOperation(Consumer<Operation> action) {
    for (int row = 0; row < rows(); row++) {
      if (operation[row] != null) {
        action.accept(operation[row]);
      }
    }
    if (!patient.isEmpty()) {
      List.copyOf(patient).forEach(action);
    }
  }

  /** Closes a row; it no longer keeps anything reachable. */
  void close(int row) {
    operation[row] = null;
    memory[row] = null;
    board[row] = null;
    staging[row] = null;
    device[row] = false;
    free[freeCount++] = row;
  }

  /**
   * Requests the end of the open receives of an operation, or of all operations if it is null. A
   * point-to-point operation has one transfer, which is found directly.
   */
  void cancelReceives(Operation of, Port port, Devices devices) {
    if (of != null && of.openTransfers == 0) {
      return;
    }
    boolean hasOne = of != null && of.openTransfers == 1 && operation[of.lastTransfer] == of;
    int first = hasOne ? of.lastTransfer : 0;
    int end = hasOne ? first + 1 : rows();
    for (int row = first; row < end; row++) {
      boolean itsOwn = of == null ? operation[row] != null : operation[row] == of;
      if (!itsOwn) {
        continue;
      }
      if (kind[row] == EXCHANGE) {
        board[row].cancel(row);
      } else if (device[row] ? devices.isCancellable(row, of == null) : kind[row] == RECEIVE) {
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
    return switch (kind[row]) {
      case RECEIVE ->
          "rank %d, receive of at most %d bytes from %s"
              .formatted(rank, length[row], name(peer[row]));
      case SEND -> "rank %d, send of %d bytes to rank %d".formatted(rank, length[row], peer[row]);
      case EXCHANGE -> "rank %d, exchange of %d bytes on a board".formatted(rank, length[row]);
      case OUTSIDE -> "rank %d, work of another thread".formatted(rank);
      case ACCESS ->
          "rank %d, access to %d bytes of memory of rank %d"
              .formatted(rank, length[row], peer[row]);
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
      case BROKEN, UNREACHABLE -> what + ": " + detail[row];
      case UNCERTAIN ->
          "%s: %s. If %s has ended, look at its last output; otherwise the cause is on this rank, and UCX_LOG_LEVEL=info shows more"
              .formatted(what, detail[row], name(peer[row]));
    };
  }

  boolean isEmpty() {
    return freeCount == rows();
  }

  /** The number of rows, open and free. */
  public int rows() {
    return operation.length;
  }

  private void grow() {
    int old = operation.length;
    int rows = Math.max(INITIAL_ROWS, 2 * old);
    operation = Arrays.copyOf(operation, rows);
    memory = Arrays.copyOf(memory, rows);
    board = Arrays.copyOf(board, rows);
    staging = Arrays.copyOf(staging, rows);
    device = Arrays.copyOf(device, rows);
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
