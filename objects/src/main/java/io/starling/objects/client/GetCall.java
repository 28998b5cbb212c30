package io.starling.objects.client;

import io.starling.objects.ObjectId;
import io.starling.objects.ObjectView;
import io.starling.objects.StoreLostException;
import io.starling.objects.door.ToClient;
import io.starling.objects.door.ToStore;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/** A get that waits for the whole object. */
final class GetCall implements Call {

  private final ObjectId id;
  private final MemorySegment memory;
  private final Calls calls;
  private final CompletableFuture<ObjectView> view = new CompletableFuture<>();
  private long number;

  GetCall(ObjectId id, MemorySegment memory, Calls calls) {
    this.id = Objects.requireNonNull(id, "id");
    this.memory = memory;
    this.calls = calls;
  }

  long open() {
    number = calls.open(this, call -> new ToStore.Get(call, id, false));
    return number;
  }

  /** Ends the get, unless it has ended; returns whether it did. */
  boolean giveUp() {
    boolean ended = view.cancel(false);
    if (ended) {
      calls.close(number);
    }
    return ended;
  }

  CompletableFuture<ObjectView> view() {
    return view;
  }

  @Override
  public void onMessage(ToClient message) {
    switch (message) {
      case ToClient.Value value -> {
        calls.forget(value.call());
        view.complete(View.of(id, value.type(), value.value()));
      }
      case ToClient.Progress progress when progress.complete() -> {
        calls.forget(progress.call());
        complete(progress);
      }
      default -> {}
    }
  }

  private void complete(ToClient.Progress progress) {
    MemorySegment bytes = memory.asSlice(progress.offset(), progress.size());
    try {
      View whole =
          View.of(id, progress.type(), bytes, calls.access(), () -> calls.close(progress.call()));
      if (!view.complete(whole)) {
        whole.close();
      }
    } catch (StoreLostException e) {
      view.completeExceptionally(e);
    }
  }

  @Override
  public void onFailed(RuntimeException reason) {
    view.completeExceptionally(reason);
  }
}
