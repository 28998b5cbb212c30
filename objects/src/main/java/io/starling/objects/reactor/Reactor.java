package io.starling.objects.reactor;

import io.starling.runtime.StarlingException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The turns of a store: what is due, what is to be written, what has come, and what that gives to
 * write.
 *
 * <pre>
 *   poll:  deadlines -> writes -> select -> reads -> writes
 * </pre>
 */
public final class Reactor implements AutoCloseable {

  /** What a key's channel is for. */
  public interface Handler {

    /** The channel is ready for something that its key asks for. */
    void onReady();

    void close();
  }

  /** Has something to write. */
  public interface Writer {

    /** Writes what there is, and the kernel takes. */
    void write();
  }

  private final Selector selector;
  private final Deadlines deadlines = new Deadlines(System::nanoTime);
  private final Deque<Writer> writes = new ArrayDeque<>();
  private final Consumer<SelectionKey> handle = Reactor::handle;

  /**
   * @throws StarlingException if the system has no more files for it
   */
  public Reactor() {
    try {
      selector = Selector.open();
    } catch (IOException e) {
      throw new StarlingException(
          "a store can't wait for connections (%s); has the process too many open files?"
              .formatted(e.getMessage()),
          e);
    }
  }

  /** Actions for later. */
  public Deadlines deadlines() {
    return deadlines;
  }

  /** Hands what a channel is ready for to a handler. */
  public SelectionKey register(SelectableChannel channel, int interest, Handler handler)
      throws IOException {
    channel.configureBlocking(false);
    return channel.register(selector, interest, handler);
  }

  /** A connection writes in this turn, or in the next one. */
  public void writeSoon(Writer writer) {
    writes.add(writer);
  }

  /**
   * One turn.
   *
   * @param nanoseconds how long it may wait
   * @return how much was done
   */
  public int poll(long nanoseconds) {
    int work = deadlines.run() + write();
    try {
      work += select(work > 0 || !writes.isEmpty() ? 0 : deadlines.untilNext(nanoseconds));
    } catch (IOException e) {
      throw new UncheckedIOException("the selector of the store failed", e);
    }
    return work + write();
  }

  /** Ends a wait in {@link #poll}; any thread may call it. */
  public void wakeup() {
    selector.wakeup();
  }

  /** Closes everything that is registered; a second call does nothing. */
  @Override
  public void close() {
    if (!selector.isOpen()) {
      return;
    }
    for (SelectionKey key : selector.keys().toArray(SelectionKey[]::new)) {
      ((Handler) key.attachment()).close();
    }
    try {
      selector.close();
    } catch (IOException e) {
      throw new UncheckedIOException("the selector of the store can't be closed", e);
    }
  }

  private int select(long nanoseconds) throws IOException {
    if (nanoseconds <= 0) {
      return selector.selectNow(handle);
    }
    long milliseconds = TimeUnit.NANOSECONDS.toMillis(nanoseconds);
    boolean whole = TimeUnit.MILLISECONDS.toNanos(milliseconds) == nanoseconds;
    return selector.select(handle, whole ? milliseconds : milliseconds + 1);
  }

  private static void handle(SelectionKey key) {
    if (key.isValid()) {
      ((Handler) key.attachment()).onReady();
    }
  }

  /** Each connection that has something to write has one turn. */
  private int write() {
    int turns = writes.size();
    for (int i = 0; i < turns; i++) {
      writes.remove().write();
    }
    return turns;
  }
}
