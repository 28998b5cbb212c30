package io.starling.collectives.window;

import io.starling.runtime.progress.RemoteMemory;

/** A rank of a window, as this rank reaches it, and what this rank has open there. */
final class Target implements AutoCloseable {

  /** How this rank holds the target's lock. */
  enum Hold {
    NONE,
    SHARED,
    EXCLUSIVE
  }

  /** Where memory is, that is attached later. */
  interface Finder extends AutoCloseable {

    /** The piece that has the data, as {@link Part#contains} says; null if there is none. */
    Part find(Target target, long displacement, long start, long end);

    /** The pieces that were accessed. */
    Iterable<Part> parts();

    @Override
    void close();
  }

  private final int rank;
  private final int process;
  private final RemoteMemory control;
  private final long controlAddress;
  private final Part part;
  private final Finder finder;
  private final Transfers transfers;
  private Hold hold = Hold.NONE;

  /** The transfers that have begun and not failed, and those of them that a flush has awaited. */
  private long begun;

  private long flushed;
  private int open;
  private RuntimeException failure;

  /**
   * A rank of a window.
   *
   * @param process its rank in the job
   * @param part its memory; null in a dynamic window
   * @param finder finds the memory in a dynamic window; or null
   */
  Target(
      int rank, int process, RemoteMemory control, Part part, Finder finder, Transfers transfers) {
    this.rank = rank;
    this.process = process;
    this.control = control;
    this.part = part;
    this.finder = finder;
    this.transfers = transfers;
    controlAddress = control.direct() == null ? 0 : control.direct().address();
  }

  int rank() {
    return rank;
  }

  int process() {
    return process;
  }

  RemoteMemory control() {
    return control;
  }

  /** The address of its control block in this process; 0 if loads and stores do not reach it. */
  long controlAddress() {
    return controlAddress;
  }

  /** Its memory; null in a dynamic window. */
  Part part() {
    return part;
  }

  /** The memory that has the data at a displacement; null if it has none. */
  Part find(long displacement, long start, long end) {
    if (finder != null) {
      return finder.find(this, displacement, start, end);
    }
    return part.contains(displacement, start, end) ? part : null;
  }

  Hold hold() {
    return hold;
  }

  void hold(Hold how) {
    hold = how;
  }

  /** Whether this rank has begun transfers whose effect no flush has awaited. */
  boolean isDirty() {
    return flushed != begun;
  }

  /** What a flush that begins now will have {@linkplain #flushed flushed}. */
  long mark() {
    return open == 0 ? begun : flushed;
  }

  /** The flush has ended that began at a mark. */
  void flushed(long mark) {
    flushed = Math.max(flushed, mark);
  }

  /** Whether a flush has something to await or to tell; never where loads and stores reach it. */
  boolean isBusy() {
    return isDirty() || open > 0 || failure != null;
  }

  /** The number of transfers that have not ended here. */
  int open() {
    return open;
  }

  /** A transfer has begun. */
  void began() {
    open++;
    begun++;
    transfers.began();
  }

  /** A transfer has ended. */
  void ended(TransferOperation operation) {
    open--;
    if (operation.failure() != null) {
      begun--;
      failed(operation.failure());
    }
    transfers.ended(operation);
  }

  /** Notes why a transfer or a flush has failed; the first reason counts. */
  void failed(RuntimeException why) {
    failure = failure == null ? why : failure;
  }

  /** A call throws why its own transfer has failed. */
  void told(RuntimeException why) {
    if (failure == why) {
      failure = null;
    }
  }

  /** Why a transfer has failed since the last call, or null. */
  RuntimeException takeFailure() {
    RuntimeException taken = failure;
    failure = null;
    return taken;
  }

  /** The exposed memory to which this rank has access. */
  Iterable<Part> parts() {
    return finder == null ? java.util.List.of(part) : finder.parts();
  }

  @Override
  public void close() {
    if (finder != null) {
      finder.close();
    } else {
      part.remote().close();
    }
    control.close();
  }
}
