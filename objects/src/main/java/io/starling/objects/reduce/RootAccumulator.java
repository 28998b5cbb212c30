package io.starling.objects.reduce;

import io.starling.objects.copy.Copy;
import io.starling.objects.operation.Put;
import io.starling.objects.operation.PutListener;
import io.starling.objects.operation.Puts;
import io.starling.objects.operation.Timers;
import io.starling.objects.protocol.ReduceMessage.Assign;
import io.starling.runtime.StarlingException;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * The accumulator of the root: a put of the target, which readers fetch while it is folded. A put
 * counts only when it is sealed, which the coordinator decides.
 */
final class RootAccumulator implements Accumulator, PutListener {

  private static final Duration RETRY = Duration.ofMillis(5);

  private final Assign assign;
  private final Puts puts;
  private final Timers timers;
  private final Runnable ready;
  private final Consumer<String> failed;
  private Put put;
  private Copy copy;
  private boolean closed;

  /**
   * @param ready there is memory, and the target is this put
   * @param failed says why there can't be a result here
   */
  RootAccumulator(
      Assign assign, Puts puts, Timers timers, Runnable ready, Consumer<String> failed) {
    this.assign = assign;
    this.puts = puts;
    this.timers = timers;
    this.ready = ready;
    this.failed = failed;
  }

  void start() {
    put = puts.createResult(assign.target(), assign.type(), assign.size(), this);
  }

  /** The result counts. */
  void seal() {
    closed = true;
    put.seal();
  }

  @Override
  public Copy copy() {
    return copy;
  }

  @Override
  public void advance(long bytes) {
    put.write(bytes);
  }

  @Override
  public void restart() {
    put.restart();
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      if (put != null) {
        put.abort();
      }
    }
  }

  @Override
  public void onWritable(Copy writable) {
    copy = writable;
  }

  @Override
  public void onAnswered(boolean first) {
    if (first) {
      ready.run();
    } else {
      tryAgain();
    }
  }

  @Override
  public void onDone(boolean created) {
    if (!created && put == null) {
      tryAgain();
    }
  }

  @Override
  public void onFailed(StarlingException reason) {
    if (!closed) {
      failed.accept(reason.getMessage());
    }
  }

  /**
   * The last root's put is not gone yet, or a program of this store has a put under way that the
   * directory will refuse.
   */
  private void tryAgain() {
    if (closed) {
      return;
    }
    timers.after(
        RETRY,
        () -> {
          if (!closed) {
            Put last = put;
            put = null;
            if (last != null) {
              last.abort();
            }
            start();
          }
        });
  }
}
