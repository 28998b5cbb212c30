package io.starling.objects.reduce;

import io.starling.objects.copy.Copy;
import io.starling.objects.operation.Tools;
import io.starling.objects.protocol.Lane;
import io.starling.objects.protocol.ReduceMessage.Child;
import io.starling.objects.transfer.Incoming;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.function.IntPredicate;
import java.util.function.Supplier;

/** An input that comes from another store, by a stream of its own: no directory is asked. */
final class RemoteInput implements ReduceInput, Incoming {

  /** The child may hear of its place a little later than its parent. */
  static final Duration RETRY = Duration.ofMillis(1);

  private final Child child;
  private final Supplier<Copy> memory;
  private final Tools tools;
  private final IntPredicate isMember;
  private final Listener listener;
  private Copy copy;
  private long stream;
  private boolean complete;
  private boolean closed;

  /**
   * @param memory makes the copy that the bytes are written to
   */
  RemoteInput(
      Child child, Supplier<Copy> memory, Tools tools, IntPredicate isMember, Listener listener) {
    this.child = child;
    this.memory = memory;
    this.tools = tools;
    this.isMember = isMember;
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
    tools.streams().stop(stream);
    complete = false;
    copy = memory.get();
    fetch();
  }

  @Override
  public void close() {
    closed = true;
    tools.streams().stop(stream);
  }

  @Override
  public void onBytes(long length) {
    copy.advance(length);
    listener.onProgress();
  }

  @Override
  public void onRestart(long stamp) {
    boolean again = copy.watermark() > 0;
    copy.restart(Lane.ALL, stamp);
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
    tools
        .timers()
        .after(
            RETRY,
            () -> {
              if (!closed && copy == lost && !complete && isMember.test(child.store())) {
                fetch();
              }
            });
  }

  private void fetch() {
    if (isMember.test(child.store())) {
      stream = tools.streams().fetch(child.store(), 0, copy, Lane.ALL, this);
    } else {
      listener.onLost(this);
    }
  }
}
