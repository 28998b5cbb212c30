package io.starling.runtime.progress;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** A port that does nothing until the test says how a transfer ends. */
final class ManualPort implements Port {

  /** What was posted. */
  record Post(boolean isSend, int transfer, long tag, MemorySegment memory) {}

  private static final long LONGEST_SLEEP_NANOSECONDS = 1_000_000;

  final List<Post> posts = new ArrayList<>();
  final List<Integer> cancelled = new ArrayList<>();
  final ArrayDeque<Post> waiting = new ArrayDeque<>();
  private final ArrayDeque<Runnable> later = new ArrayDeque<>();
  private Completions completions;
  RuntimeException refusal;
  volatile RuntimeException brokenProgress;
  volatile RuntimeException brokenSleep;
  volatile RuntimeException brokenCancel;
  RuntimeException brokenFlush;
  boolean sleeps;
  boolean takesHeap;
  volatile Runnable lastOfSleep = () -> {};
  volatile boolean asleep;
  boolean completeAtOnce;
  int flushes;

  @Override
  public int rank() {
    return 0;
  }

  @Override
  public int size() {
    return 2;
  }

  @Override
  public boolean takesHeap(int peer) {
    return takesHeap;
  }

  @Override
  public void attach(Completions itsCompletions) {
    completions = itsCompletions;
  }

  @Override
  public void send(
      int transfer,
      int peer,
      long tag,
      MemorySegment data,
      long offset,
      long length,
      boolean synchronous) {
    post(new Post(true, transfer, tag, data.asSlice(offset, length)));
  }

  @Override
  public void receive(
      int transfer, long tag, long mask, MemorySegment into, long offset, long length) {
    post(new Post(false, transfer, tag, into.asSlice(offset, length)));
  }

  /** Probes look at the messages that the test has put here, whatever their tags. */
  @Override
  public boolean probe(long tag, long mask, boolean remove, MessageInfo found) {
    Post message = remove ? waiting.poll() : waiting.peek();
    if (message == null) {
      return false;
    }
    found.set(message.tag, message.memory.byteSize(), message.transfer);
    return true;
  }

  @Override
  public void receiveMatched(
      int transfer, long handle, MemorySegment into, long offset, long length) {
    post(new Post(false, transfer, handle, into.asSlice(offset, length)));
  }

  private void post(Post post) {
    if (refusal != null) {
      throw refusal;
    }
    posts.add(post);
    if (completeAtOnce) {
      completions.completed(post.transfer, post.tag, post.memory.byteSize());
    }
  }

  /** Completes a post at the next progress. */
  void complete(Post post) {
    complete(post, post.memory.byteSize());
  }

  void complete(Post post, long bytes) {
    later.add(() -> completions.completed(post.transfer, post.tag, bytes));
  }

  void fail(Post post, Completions.Failure failure, String detail) {
    later.add(() -> completions.failed(post.transfer, failure, detail));
  }

  @Override
  public void cancel(int transfer) {
    if (brokenCancel != null) {
      throw brokenCancel;
    }
    cancelled.add(transfer);
  }

  @Override
  public int progress() {
    if (brokenProgress != null) {
      throw brokenProgress;
    }
    int work = later.size();
    while (!later.isEmpty()) {
      later.remove().run();
    }
    return work;
  }

  @Override
  public boolean arm() {
    if (brokenSleep != null) {
      throw brokenSleep;
    }
    return sleeps;
  }

  @Override
  public void sleep(long nanoseconds) {
    if (sleeps) {
      asleep = true;
      LockSupport.parkNanos(Math.min(nanoseconds, LONGEST_SLEEP_NANOSECONDS));
      lastOfSleep.run();
      asleep = false;
    }
  }

  @Override
  public void wake() {}

  @Override
  public void flush() {
    if (brokenFlush != null) {
      throw brokenFlush;
    }
    flushes++;
  }

  @Override
  public void close() {}
}
