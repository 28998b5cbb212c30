package io.starling.objects.client;

import io.starling.objects.NoQuorumException;
import io.starling.objects.ObjectDeletedException;
import io.starling.objects.ObjectId;
import io.starling.objects.ReduceFailedException;
import io.starling.objects.StoreFullException;
import io.starling.objects.StoreLostException;
import io.starling.objects.door.ToClient;
import io.starling.runtime.StarlingException;

/** A call whose answer has not come. Its methods run on the thread that reads, and do not wait. */
interface Call {

  /** An answer of the store. */
  void onMessage(ToClient message);

  /** There will be no answer. */
  void onFailed(RuntimeException reason);

  /** What a refusal of the store is for the program. */
  static RuntimeException reason(ToClient.Failed failed) {
    return reason(failed.kind(), failed.id(), failed.text());
  }

  /** The same of its parts. */
  static RuntimeException reason(ToClient.Failure kind, ObjectId id, String text) {
    return switch (kind) {
      case DELETED -> new ObjectDeletedException(id);
      case REDUCE -> new ReduceFailedException(text);
      case FULL -> new StoreFullException(text);
      case WRONG -> new IllegalArgumentException(text);
      case NO_QUORUM -> new NoQuorumException(text);
      case OTHER -> new StarlingException(text);
    };
  }

  /** The same, as the exception of another thread. */
  static RuntimeException again(Throwable reason) {
    return switch (reason) {
      case ObjectDeletedException deleted -> deleted;
      case ReduceFailedException failed -> new ReduceFailedException(failed.getMessage());
      case StoreFullException full -> new StoreFullException(full.getMessage());
      case NoQuorumException cut -> new NoQuorumException(cut.getMessage());
      case StoreLostException lost -> new StoreLostException(lost.getMessage(), lost);
      case IllegalArgumentException wrong ->
          new IllegalArgumentException(wrong.getMessage(), wrong);
      case RuntimeException other -> other;
      default -> new StarlingException(reason.getMessage(), reason);
    };
  }
}
