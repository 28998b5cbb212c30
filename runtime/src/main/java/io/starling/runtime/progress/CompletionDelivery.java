package io.starling.runtime.progress;

import io.starling.runtime.error.StarlingException;
import io.starling.runtime.memory.BufferPool;

/** Tells operations how their transfers ended, one at a time, and closes the transfers' rows. */
final class CompletionDelivery {

  private final int rank;
  private final TransferTable transfers;
  private final BufferPool pool;

  CompletionDelivery(int rank, TransferTable transfers, BufferPool pool) {
    this.rank = rank;
    this.transfers = transfers;
    this.pool = pool;
  }

  /** Closes a row whose transfer has ended, and tells its operation. */
  void deliver(int row) {
    Operation operation = transfers.operation[row];
    byte kind = transfers.kind[row];
    int child = transfers.child[row];
    int segment = transfers.segment[row];
    long length = transfers.length[row];
    long bytes = transfers.bytes[row];
    long tag = transfers.tag[row];
    int peer = transfers.peer[row];
    Completions.Failure failure = transfers.failure[row];
    transfers.unstage(row);
    String reason = failure == null ? null : transfers.explain(row, rank);
    transfers.failure[row] = null;
    close(row);
    if (!operation.isListening()) {
      return;
    }
    try {
      if (failure == null) {
        switch (kind) {
          case TransferTable.SEND -> operation.onSent(child, segment);
          case TransferTable.FOLD -> operation.onFolded(child, segment);
          default -> {
            operation.onMessage(peer, tag, bytes, length);
            operation.onReceived(child, segment);
          }
        }
      } else if (failure != Completions.Failure.CANCELED || !operation.onCancelled()) {
        throw new StarlingException(reason);
      }
      operation.advance();
    } catch (RuntimeException | Error e) {
      operation.fail(e);
    }
  }

  /** Closes a row, and takes back the memory that its data travelled through. */
  void close(int row) {
    transfers.operation[row].transferClosed();
    if (transfers.staging[row] != null) {
      pool.release(transfers.staging[row]);
    }
    transfers.close(row);
  }
}
