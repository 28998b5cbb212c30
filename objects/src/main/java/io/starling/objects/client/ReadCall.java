package io.starling.objects.client;

import io.starling.objects.ObjectId;
import io.starling.objects.door.ToClient;
import io.starling.objects.door.ToStore;
import io.starling.objects.protocol.ObjectType;
import io.starling.runtime.Buffer;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.memory.MemoryBuffer;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CancellationException;

/**
 * Copies an object to the program while it arrives.
 *
 * <pre>
 *   store    0 ............ watermark ---- size     another content: from 0 again
 *   program  0 .... copied
 * </pre>
 *
 * <p>Invariant: the call ends when all bytes of a complete object were copied after the last change
 * of the content.
 */
final class ReadCall implements Call {

  private final ObjectId id;
  private final MemorySegment memory;
  private final Calls calls;
  private final Buffer into;
  private final Memory target;
  private ToClient news;
  private RuntimeException failure;
  private long content;
  private long copied;

  ReadCall(ObjectId id, MemorySegment memory, Calls calls, Buffer into) {
    this.id = id;
    this.memory = memory;
    this.calls = calls;
    this.into = into;
    this.target = MemoryBuffer.of(into).memory();
    if (target.isOnDevice()) {
      throw new IllegalArgumentException("a store can't write to the memory of a device");
    }
  }

  void run() {
    long number = calls.open(this, call -> new ToStore.Get(call, id, true));
    calls.letOthersRead();
    try {
      boolean complete = false;
      while (!complete) {
        complete = copy(next());
      }
    } finally {
      calls.close(number);
    }
  }

  /** Whether that was all. */
  private boolean copy(ToClient message) {
    return switch (message) {
      case ToClient.Value value -> copyValue(value);
      case ToClient.Progress progress -> copyProgress(progress);
      default -> throw new IllegalStateException("no answer to a get: " + message);
    };
  }

  private boolean copyValue(ToClient.Value value) {
    check(value.type(), value.value().length);
    target.write(0, MemorySegment.ofArray(value.value()), 0, value.value().length);
    return true;
  }

  private boolean copyProgress(ToClient.Progress progress) {
    check(progress.type(), progress.size());
    if (progress.content() != content) {
      content = progress.content();
      copied = 0;
    }
    long from = copied;
    calls
        .access()
        .copy(
            () ->
                target.write(from, memory, progress.offset() + from, progress.watermark() - from));
    copied = progress.watermark();
    return progress.complete();
  }

  private void check(ObjectType type, long size) {
    ObjectType own = Content.of(into).type();
    if (size != target.byteSize() || (type != own && type != ObjectType.BYTES)) {
      throw new IllegalArgumentException(
          "object %s has %d bytes of %s, but the buffer has %d of %s"
              .formatted(id, size, type, target.byteSize(), own));
    }
  }

  private synchronized ToClient next() {
    while (news == null && failure == null) {
      try {
        wait();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new CancellationException("the thread was interrupted while it read an object");
      }
    }
    if (news == null) {
      throw Call.again(failure);
    }
    ToClient taken = news;
    news = null;
    return taken;
  }

  @Override
  public synchronized void onMessage(ToClient message) {
    news = message;
    notifyAll();
  }

  @Override
  public synchronized void onFailed(RuntimeException reason) {
    failure = reason;
    notifyAll();
  }
}
