package io.starling.objects.client;

import io.starling.objects.ObjectId;
import io.starling.objects.door.ToClient;
import io.starling.objects.door.ToStore;
import io.starling.objects.protocol.Lane;
import io.starling.objects.protocol.ObjectType;
import io.starling.objects.store.Store;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CompletableFuture;

/**
 * A put, from the program's side.
 *
 * <pre>
 *   small:  PutValue -------------------------------------------------> Done
 *   large:  Create ---> Writable ---> copy, Written, copy, Written, Seal ---> Done
 * </pre>
 */
final class PutCall implements Call {

  private final Calls calls;
  private final CompletableFuture<Long> offset = new CompletableFuture<>();
  private final CompletableFuture<Boolean> done = new CompletableFuture<>();
  private long number;

  private PutCall(Calls calls) {
    this.calls = calls;
  }

  /** Puts a whole object. */
  static boolean put(Calls calls, MemorySegment memory, ObjectId id, Content content) {
    PutCall call = new PutCall(calls);
    long size = content.size();
    if (size < Store.SMALL) {
      return call.await(
          calls.open(
              call, number -> new ToStore.PutValue(number, id, content.type(), content.bytes())));
    }
    MemorySegment place = call.create(memory, id, content.type(), size);
    if (place == null) {
      return false;
    }
    long chunk = Lane.stripe(size);
    for (long from = 0; from < size && !call.done.isDone(); from += chunk) {
      long length = Math.min(chunk, size - from);
      call.copy(content, from, place, length);
      call.written(length);
    }
    return call.seal();
  }

  /** Begins an object that the program writes itself. */
  static PutCall create(Calls calls) {
    return new PutCall(calls);
  }

  /**
   * Where the object is to be written; null if another put of it was first.
   *
   * @param memory of the store
   */
  MemorySegment create(MemorySegment memory, ObjectId id, ObjectType type, long size) {
    number = calls.open(this, call -> new ToStore.Create(call, id, type, size));
    long begin = calls.await(offset, number);
    return begin < 0 ? null : memory.asSlice(begin, size);
  }

  void written(long bytes) {
    calls.send(new ToStore.Written(number, bytes));
  }

  boolean seal() {
    calls.send(new ToStore.Seal(number));
    return await(number);
  }

  /** The program gives up. */
  void abort() {
    if (!done.isDone() || done.isCompletedExceptionally()) {
      calls.close(number);
    }
  }

  private void copy(Content content, long from, MemorySegment place, long length) {
    try {
      calls.access().copy(() -> content.memory().read(from, place, from, length));
    } catch (RuntimeException e) {
      abort();
      throw e;
    }
  }

  private boolean await(long call) {
    return calls.await(done, call);
  }

  @Override
  public void onMessage(ToClient message) {
    switch (message) {
      case ToClient.Writable writable -> offset.complete(writable.offset());
      case ToClient.Done answer -> {
        calls.forget(message.call());
        done.complete(answer.created());
        offset.complete(-1L);
      }
      default -> throw new IllegalStateException("no answer to a put: " + message);
    }
  }

  @Override
  public void onFailed(RuntimeException reason) {
    done.completeExceptionally(reason);
    offset.completeExceptionally(reason);
  }
}
