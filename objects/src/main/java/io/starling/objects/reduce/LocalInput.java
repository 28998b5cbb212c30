package io.starling.objects.reduce;

import io.starling.objects.copy.Copy;
import io.starling.objects.copy.CopyReader;
import io.starling.objects.copy.Departure;
import io.starling.objects.operation.Timers;
import io.starling.objects.protocol.ReduceMessage.Child;
import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;

/** An input that is in the same store: it is folded from where it lies. */
final class LocalInput implements ReduceInput, CopyReader {

  private final Child child;
  private final Supplier<Copy> finder;
  private final Timers timers;
  private final Listener listener;
  private Copy copy;
  private long stamp;
  private boolean complete;
  private boolean closed;

  /**
   * @param finder finds the child's copy; null as long as there is none
   */
  LocalInput(Child child, Supplier<Copy> finder, Timers timers, Listener listener) {
    this.child = child;
    this.finder = finder;
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
    if (copy == null) {
      find();
    }
  }

  @Override
  public void close() {
    closed = true;
    if (copy != null) {
      copy.remove(this);
    }
  }

  @Override
  public void onProgress() {
    listener.onProgress();
    if (!complete && copy != null && copy.isComplete()) {
      complete = true;
      listener.onComplete(this);
    }
  }

  @Override
  public void onRestart() {
    if (copy.stamp() != stamp) {
      stamp = copy.stamp();
      listener.onRestart(this);
    }
  }

  @Override
  public void onGone(Departure departure, boolean wasComplete) {
    if (complete) {
      return; // The bytes stay as long as this reads them.
    }
    copy.remove(this);
    copy = null;
    listener.onRestart(this);
    listener.onLost(this);
    retry();
  }

  private void find() {
    copy = finder.get();
    if (copy == null) {
      listener.onLost(this);
      retry();
      return;
    }
    stamp = copy.stamp();
    copy.add(this);
    onProgress();
  }

  private void retry() {
    timers.after(
        RemoteInput.RETRY,
        () -> {
          if (!closed && copy == null) {
            find();
          }
        });
  }
}
