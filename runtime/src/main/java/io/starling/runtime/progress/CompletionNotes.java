package io.starling.runtime.progress;

/** Queues completions until the {@link Engine} delivers them to operations. */
final class CompletionNotes implements Completions {

  private final TransferTable transfers;
  private final IntQueue completed = new IntQueue();

  CompletionNotes(TransferTable transfers) {
    this.transfers = transfers;
  }

  @Override
  public void completed(int transfer, long tag, long bytes) {
    if (transfers.kind[transfer] == TransferTable.RECEIVE) {
      transfers.tag[transfer] = tag;
    }
    transfers.bytes[transfer] = bytes;
    completed.add(transfer);
  }

  @Override
  public void failed(int transfer, Failure failure, String detail) {
    transfers.failure[transfer] = failure;
    transfers.detail[transfer] = detail;
    completed.add(transfer);
  }

  boolean isEmpty() {
    return completed.isEmpty();
  }

  /** The transfer that ended first among those not yet removed. */
  int remove() {
    return completed.remove();
  }
}
