package io.starling.collectives.file;

import io.starling.collectives.PointToPointCommunicator;
import io.starling.runtime.Status;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.Operation;
import java.util.concurrent.Executor;

/**
 * An access of one rank by another thread, without a message; by the thread that starts it if no
 * other may touch the memory.
 */
final class BackgroundAccess extends Operation {

  private final FileState file;
  private final String call;
  private final boolean writes;
  private final FilePart part;
  private final Memory memory;
  private final Executor threads;
  private boolean done;
  private long transferred;
  private RuntimeException failure;

  BackgroundAccess(FileState file, AccessCall access) {
    super(file.member.engine());
    this.file = file;
    call = access.name();
    writes = access.writes();
    part = access.part();
    memory = access.memory();
    threads = access.isSharedMemory() ? file.threads : Runnable::run;
  }

  @Override
  protected void start() {
    work(0, 0, threads, this::access);
    int _ = file.open.incrementAndGet();
  }

  private void access() {
    try {
      transferred = file.access(writes, part, memory, Patience.of(file.handle));
    } catch (RuntimeException e) {
      failure = e;
    }
  }

  @Override
  protected void onWorked(int child, int segment) {
    done = true;
    if (failure != null) {
      throw failure;
    }
  }

  @Override
  protected boolean finished() {
    return done;
  }

  @Override
  protected void onEnd(boolean failed) {
    int _ = file.open.decrementAndGet();
  }

  @Override
  public String whyNotCancelled() {
    return "an access to a file can't be cancelled: a part of it may be done";
  }

  /** What was read or written, after a success. */
  Status status() {
    return status(transferred);
  }

  /** A status of so many bytes; source and tag mean nothing. */
  static Status status(long bytes) {
    return new Status(PointToPointCommunicator.PROC_NULL, PointToPointCommunicator.ANY_TAG, bytes);
  }

  @Override
  public String describe() {
    return "%s of %d bytes, file %s".formatted(call, part.bytes(), file.path());
  }
}
