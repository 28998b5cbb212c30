package io.starling.objects.reduce;

import io.starling.objects.copy.Copy;
import io.starling.objects.operation.Timers;
import io.starling.objects.protocol.ReduceMessage.Child;
import io.starling.objects.transfer.Incoming;
import io.starling.objects.transfer.Streams;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.function.Supplier;

/** An input that comes from another store, by a stream of its own: no directory is asked. */
final class RemoteInput implements ReduceInput, Incoming {

  /** The child may hear of its place a little later than its parent. */
  static final Duration RETRY = Duration.ofMillis(1);

  private final Child child;
  private final Supplier<Copy> memory;
  private final Streams streams;
  private final Timers timers;
  private final Listener listener;
  private Copy copy;
  private long stream;
  private boolean complete;
  private boolean closed;

  /**
   * @param memory makes the copy that the bytes are written to
   */
  RemoteInput(
      Child child, Supplier<Copy> memory, Streams streams, Timers timers, Listener listener) {
    this.child = child;
    this.memory = memory;
    this.streams = streams;
    this.timers = timers;
    this.listener = listener;
  }

  @Override
  public int position() {
    return child.position();
  }

  @Override
  public MemorySegment memory() {
    return copy.memory();
  }

  @Override
  public long watermark() {
    return copy == null ? 0 : copy.watermark();
  }

  @Override
  public boolean isComplete() {
    return complete;
  }

  @Override
  public void restart() {
    streams.stop(stream);
    complete = false;
    copy = memory.get();
    fetch();
  }

  @Override
  public void close() {
    closed = true;
    streams.stop(stream);
  }

  @Override
  public void onBytes(long length) {
    copy.advance(length);
    listener.onProgress();
  }

  @Override
  public void onRestart(long stamp) {
    boolean again = copy.watermark() > 0;
    copy.restart(stamp);
    if (again) {
      listener.onRestart(this);
    }
  }

  @Override
  public void onEnd() {
    complete = true;
    listener.onComplete(this);
  }

  @Override
  public void onLost() {
    Copy lost = copy;
    listener.onLost(this);
    timers.after(
        RETRY,
        () -> {
          if (!closed && copy == lost && !complete) {
            fetch();
          }
        });
  }

  private void fetch() {
    stream = streams.fetch(child.store(), 0, copy, this);
  }
}
