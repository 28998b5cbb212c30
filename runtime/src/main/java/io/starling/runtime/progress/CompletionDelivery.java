package io.starling.runtime.progress;

import io.starling.runtime.StarlingException;

/**
 * Reports completed transfers to their operations, one at a time, and closes the rows of the
 * transfers.
 */
record CompletionDelivery(
    int rank, TransferTable transfers, Staging staging, Devices devices, FailureWatch watch) {
  /** Closes the row of a transfer that has ended, and notifies its operation. */
  void deliver(int row) {
    Operation operation = transfers.operation[row];
    if (devices.goesOn(row)) {
      return;
    }
    byte kind = transfers.kind[row];
    if (kind >= TransferTable.WORK) {
      deliverWork(row, operation);
      return;
    }
    int child = transfers.child[row];
    int segment = transfers.segment[row];
    long length = transfers.length[row];
    long bytes = transfers.bytes[row];
    long tag = transfers.tag[row];
    int peer = transfers.peer[row];
    Completions.Failure failure = transfers.failure[row];
    RuntimeException reason = operation.isListening() ? staging.conclude(row, rank) : null;
    transfers.failure[row] = null;
    close(row);
    if (!operation.isListening()) {
      return;
    }
    if (failure == Completions.Failure.UNREACHABLE) {
      watch.doubt(operation, () -> operation.lost(peer, reason.getMessage()));
      return;
    }
    if (failure == Completions.Failure.UNCERTAIN) {
      watch.doubt(operation, () -> reason);
      return;
    }
    try {
      if (reason == null) {
        switch (kind) {
          case TransferTable.SEND -> operation.onSent(child, segment);
          case TransferTable.FOLD -> operation.onFolded(child, segment);
          case TransferTable.EXCHANGE, TransferTable.ACCESS -> operation.onReceived(child, segment);
          case TransferTable.OUTSIDE -> operation.onWorked(child, segment);
          default -> {
            operation.onMessage(peer, tag, bytes, length);
            operation.onReceived(child, segment);
          }
        }
      } else if (!isMeant(failure, operation)) {
        throw reason;
      }
      operation.advance();
    } catch (RuntimeException | Error e) {
      operation.fail(e);
    }
  }

  private static boolean isMeant(Completions.Failure failure, Operation operation) {
    return switch (failure) {
      case CANCELLED -> operation.onCancelled();
      case TRUNCATED -> operation.onTruncated();
      case null, default -> false;
    };
  }

  /** A device has ended work of which operations are not notified. */
  private void deliverWork(int row, Operation operation) {
    String failure = transfers.failure[row] == null ? null : transfers.explain(row, rank);
    transfers.failure[row] = null;
    devices.ended(row, failure);
    close(row);
    if (failure != null) {
      operation.fail(new StarlingException(failure));
      return;
    }
    try {
      operation.advance();
    } catch (RuntimeException | Error e) {
      operation.fail(e);
    }
  }

  /** Fails all operations that have open transfers. */
  void failAll(Throwable cause) {
    transfers.forEachOperation(operation -> operation.fail(cause));
  }

  /** Makes progress in port and device. An exception here fails every open operation. */
  int move(Port port) {
    try {
      return port.progress() + devices.progress();
    } catch (RuntimeException | Error e) {
      failAll(e);
      throw e;
    }
  }

  /** Closes a row and releases its staging memory. */
  void close(int row) {
    transfers.operation[row].openTransfers--;
    staging.release(row);
    transfers.close(row);
  }
}
