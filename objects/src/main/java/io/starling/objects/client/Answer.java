package io.starling.objects.client;

import io.starling.objects.door.ToClient;
import io.starling.objects.door.ToStore;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongFunction;

/** A call that has one answer. */
final class Answer<T extends ToClient> implements Call {

  private final Calls calls;
  private final Class<T> kind;
  private final CompletableFuture<T> future = new CompletableFuture<>();

  Answer(Calls calls, Class<T> kind) {
    this.calls = calls;
    this.kind = kind;
  }

  long open(LongFunction<ToStore> message) {
    return calls.open(this, message);
  }

  /** Asks, and waits for the answer. */
  T await(LongFunction<ToStore> message) {
    return calls.await(future, open(message));
  }

  CompletableFuture<T> future() {
    return future;
  }

  @Override
  public void onMessage(ToClient message) {
    calls.forget(message.call());
    future.complete(kind.cast(message));
  }

  @Override
  public void onFailed(RuntimeException reason) {
    future.completeExceptionally(reason);
  }
}
