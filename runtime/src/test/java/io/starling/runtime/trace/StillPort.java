package io.starling.runtime.trace;

import io.starling.runtime.progress.Completions;
import io.starling.runtime.progress.MessageInfo;
import io.starling.runtime.progress.Port;
import io.starling.runtime.reduction.Fold;
import java.lang.foreign.MemorySegment;

/** A port of rank 0 that does nothing; the test says how transfers end. */
final class StillPort implements Port {

  Completions completions = new Ignoring();
  RuntimeException refusal;
  Runnable duringFold = () -> {};

  private static final class Ignoring implements Completions {
    @Override
    public void completed(int transfer, long tag, long bytes) {}

    @Override
    public void failed(int transfer, Failure failure, String detail) {}
  }

  @Override
  public int rank() {
    return 0;
  }

  @Override
  public int size() {
    return 2;
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
    if (refusal != null) {
      throw refusal;
    }
  }

  @Override
  public void receive(
      int transfer, long tag, long mask, MemorySegment into, long offset, long length) {}

  @Override
  public boolean probe(long tag, long mask, boolean remove, MessageInfo found) {
    return false;
  }

  @Override
  public void receiveMatched(
      int transfer, long handle, MemorySegment into, long offset, long length) {}

  @Override
  public void fold(
      Fold fold,
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      MemorySegment into,
      long intoOffset,
      long length,
      int transfer,
      Completions itsCompletions) {
    duringFold.run();
    itsCompletions.completed(transfer, 0, length);
  }

  @Override
  public void cancel(int transfer) {}

  @Override
  public int progress() {
    return 0;
  }

  @Override
  public boolean arm() {
    return false;
  }

  @Override
  public void sleep(long nanoseconds) {}

  @Override
  public void wake() {}

  @Override
  public void close() {}
}
