package io.starling.objects.network;

import io.starling.objects.copy.Copy;
import io.starling.objects.operation.Put;
import io.starling.objects.operation.PutListener;
import io.starling.runtime.StarlingException;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CompletableFuture;

/** A put of a host, which writes as soon as there is memory. */
final class Writing implements PutListener {
  private final TcpHost host;
  private final byte[] contents;
  private final long size;
  Put put;
  private Copy copy;
  boolean byHand;
  final CompletableFuture<Boolean> done = new CompletableFuture<>();

  Writing(TcpHost host, byte[] contents, long size) {
    this.host = host;
    this.contents = contents;
    this.size = size;
  }

  /** Writes up to a byte, in pieces as long as the contents. */
  void write(long end) {
    host.execute(() -> writeNow(end));
  }

  private void writeNow(long end) {
    while (copy.watermark() < end) {
      long length = Math.min(contents.length, end - copy.watermark());
      MemorySegment.copy(
          MemorySegment.ofArray(contents), 0, copy.memory(), copy.watermark(), length);
      host.store.write(put, length);
    }
    if (end == size) {
      host.store.seal(put);
    }
  }

  @Override
  public void onWritable(Copy writable) {
    copy = writable;
    if (!byHand) {
      host.events.add(() -> writeNow(size));
    }
  }

  @Override
  public void onDone(boolean created) {
    done.complete(created);
  }

  @Override
  public void onFailed(StarlingException reason) {
    done.completeExceptionally(reason);
  }
}
