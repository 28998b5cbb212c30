package io.starling.collectives.window;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.starling.collectives.operation.Context;
import io.starling.runtime.RankFailedException;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.Operation;
import io.starling.runtime.progress.RemoteMemory;
import java.lang.foreign.MemorySegment;

/** An atomic access to a word of a target's control block, or a flush of the target. */
final class WordOperation extends Operation {

  private final Context context;
  private final Memory words;
  private Target target;
  private RemoteMemory remote;
  private RemoteMemory.Access access;
  private long offset;
  private String what;
  private long mark;
  private boolean isDone;

  WordOperation(Context context) {
    super(context.engine());
    this.context = context;
    words = Memory.of(engine().pool().acquire(2L * Long.BYTES));
  }

  /** An addition to a word. */
  WordOperation add(Target itsTarget, long itsOffset, long value, String itsWhat) {
    return use(itsTarget, RemoteMemory.Access.ADD, itsOffset, value, 0, itsWhat);
  }

  /** A replacement of a word that has the expected value. */
  WordOperation compareAndSwap(
      Target itsTarget, long itsOffset, long expected, long value, String itsWhat) {
    return use(
        itsTarget, RemoteMemory.Access.COMPARE_AND_SWAP, itsOffset, expected, value, itsWhat);
  }

  /** A flush of memory of the target. */
  WordOperation flush(Target itsTarget, RemoteMemory itsRemote) {
    use(itsTarget, RemoteMemory.Access.FLUSH, 0, 0, 0, "flush");
    remote = itsRemote;
    mark = itsTarget.mark();
    return this;
  }

  private WordOperation use(
      Target itsTarget,
      RemoteMemory.Access itsAccess,
      long itsOffset,
      long first,
      long second,
      String itsWhat) {
    target = itsTarget;
    remote = itsTarget.control();
    access = itsAccess;
    offset = itsOffset;
    what = itsWhat;
    MemorySegment segment = words.segment();
    segment.set(JAVA_LONG, 0, first);
    segment.set(JAVA_LONG, Long.BYTES, second);
    return this;
  }

  /** What was in the word before, after its end. */
  long before() {
    return words.segment().get(JAVA_LONG, Long.BYTES);
  }

  /** After the end of a flush: tells the target of it. What has failed is not flushed again. */
  void conclude() {
    target.flushed(mark);
    if (failure() != null) {
      target.failed(failure());
    }
  }

  @Override
  protected void start() {
    isDone = false;
    long length = access == RemoteMemory.Access.FLUSH ? 0 : Long.BYTES;
    access(0, 0, access, remote, target.process(), words, 0, offset, length);
  }

  @Override
  protected void onReceived(int child, int segment) {
    isDone = true;
  }

  @Override
  protected boolean finished() {
    return isDone;
  }

  @Override
  public RuntimeException obstacle() {
    return context.health().obstacle(this::describe);
  }

  @Override
  protected RankFailedException lost(int peer, String words) {
    return context.health().lost(this::describe, peer, words);
  }

  @Override
  public String describe() {
    return what + " of the window's memory at rank " + target.process();
  }
}
