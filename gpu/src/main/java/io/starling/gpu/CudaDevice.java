package io.starling.gpu;

import static io.starling.gpu.CudaStreams.IN;
import static io.starling.gpu.CudaStreams.OUT;
import static io.starling.gpu.CudaStreams.WITHIN;

import io.starling.runtime.memory.CudaAccess;
import io.starling.runtime.memory.Device;
import io.starling.runtime.memory.MessageMemory;
import io.starling.runtime.reduction.Fold;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.locks.LockSupport;

/**
 * A CUDA device as the engine sees it. Work is posted to streams; {@link StreamHazards} keeps the
 * order that {@link Device} promises; one event per piece of work reports its end.
 *
 * <p>The engine's thread and a user's thread that copies may call at the same time. They are
 * serialized: each waits for the other's post, never for the device.
 */
final class CudaDevice implements Device {

  private static final long LONGEST_SLEEP = 50_000;

  /** How long a close waits for work that uses the resource, in nanoseconds. */
  private static final long PATIENCE = 1_000_000_000;

  private final GpuSettings settings;
  private final CudaContext context;
  private final PostedWork posted;
  private final Copies copies;
  private final HostChunks chunks = new HostChunks(this);
  private final FoldLaunch folds;
  private final DeviceMemory memory;
  private final ShownMemory shown;
  private final PeerMemory peers;
  private Listener listener;
  private boolean isClosed;

  /** Opens the device; {@link #close} frees its resources. */
  CudaDevice(GpuDevice device, int driverVersion, GpuSettings settings) {
    this.settings = settings;
    context = CudaContext.open(device);
    PostedWork work = null;
    try {
      work = new PostedWork(context);
      folds = new FoldLaunch(context, driverVersion);
    } catch (RuntimeException e) {
      if (work != null) {
        work.close();
      }
      context.release();
      throw e;
    }
    posted = work;
    memory = new DeviceMemory(context);
    copies = new Copies(posted, memory);
    shown = new ShownMemory(context);
    peers =
        new PeerMemory(context, used -> posted.touching(used.address(), used.byteSize()) != null);
  }

  @Override
  public String name() {
    return context.label();
  }

  @Override
  public synchronized void attach(Listener newListener) {
    if (listener != null) {
      throw new IllegalStateException(
          name() + " is attached already: open another Gpu for another rank");
    }
    listener = newListener;
  }

  @Override
  public DeviceMemory memory() {
    return memory;
  }

  @Override
  public MessageMemory staging(MessageMemory under) {
    return new PinnedMemory(context, under);
  }

  @Override
  public synchronized boolean isOpen() {
    return !isClosed;
  }

  @Override
  public long hostCopyBytes() {
    return settings.hostCopyBytes();
  }

  GpuDevice hardware() {
    return context.device();
  }

  /** Free and total memory in bytes, over all processes. */
  CudaContext.Usage usage() {
    checkOpen();
    return context.usage();
  }

  @Override
  public void copyIn(
      int work, MemorySegment host, long hostOffset, MemorySegment into, long offset, long length) {
    post(IN, work, host, hostOffset, into, offset, length);
  }

  @Override
  public void copyOut(
      int work, MemorySegment from, long offset, MemorySegment host, long hostOffset, long length) {
    post(OUT, work, from, offset, host, hostOffset, length);
  }

  @Override
  public void copyWithin(
      int work, MemorySegment from, long offset, MemorySegment into, long intoOffset, long length) {
    post(WITHIN, work, from, offset, into, intoOffset, length);
  }

  private synchronized void post(
      int stream,
      int work,
      MemorySegment from,
      long offset,
      MemorySegment into,
      long intoOffset,
      long length) {
    try {
      long source = Addresses.of(from, offset, length);
      checkOpen();
      copies.start(stream, work, source, Addresses.of(into, intoOffset, length), length);
    } catch (RuntimeException e) {
      posted.refuse(work, Copies.description(stream), e);
    }
  }

  @Override
  public synchronized boolean folds(Fold fold) {
    return !isClosed && settings.foldsOnDevice() && folds.has(fold);
  }

  @Override
  public synchronized void fold(
      int work,
      Fold fold,
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      MemorySegment into,
      long intoOffset,
      long length) {
    try {
      checkOpen();
      long one = Addresses.of(left, leftOffset, length);
      long other = Addresses.of(right, rightOffset, length);
      long result = Addresses.of(into, intoOffset, length);
      folds.start(posted, work, fold, one, other, result, length);
    } catch (RuntimeException e) {
      posted.refuse(work, "a fold", e);
    }
  }

  @Override
  public synchronized boolean export(
      MemorySegment segment, long offset, long length, MemorySegment description) {
    long address = Addresses.of(segment, offset, length);
    return settings.sharesMemory() && !isClosed && shown.export(address, description);
  }

  @Override
  public synchronized MemorySegment open(MemorySegment description, long length) {
    return settings.sharesMemory() && !isClosed ? peers.open(description, length) : null;
  }

  @Override
  public synchronized void settle(int work, MemorySegment segment, long offset, long length) {
    try {
      checkOpen();
      posted.settle(work, Addresses.of(segment, offset, length), length);
    } catch (RuntimeException e) {
      posted.refuse(work, PostedWork.SETTLING, e);
    }
  }

  @Override
  public synchronized boolean isUsing(MemorySegment segment, long offset, long length) {
    return openWork(Addresses.of(segment, offset, length), length) != null;
  }

  @Override
  public synchronized CudaAccess cudaAccess() {
    return settings.letsUcxIn() && !isClosed ? new LentContext(context) : null;
  }

  @Override
  public synchronized int progress() {
    return listener == null ? 0 : posted.progress(listener);
  }

  @Override
  public long longestSleep() {
    return LONGEST_SLEEP;
  }

  @Override
  public void copyInNow(
      MemorySegment host, long hostOffset, MemorySegment into, long offset, long length) {
    chunks.in(host, hostOffset, Addresses.of(into, offset, length), length);
  }

  @Override
  public void copyOutNow(
      MemorySegment from, long offset, MemorySegment host, long hostOffset, long length) {
    chunks.out(Addresses.of(from, offset, length), host, hostOffset, length);
  }

  @Override
  public void copyWithinNow(
      MemorySegment from, long offset, MemorySegment into, long intoOffset, long length) {
    copyNow(
        WITHIN, Addresses.of(from, offset, length), Addresses.of(into, intoOffset, length), length);
  }

  /** Copies between addresses of host and device after all open work, and waits for the copy. */
  void copyNow(int stream, long from, long into, long length) {
    boolean isOpen;
    synchronized (this) {
      checkOpen();
      isOpen = copies.start(stream, WorkQueue.NOBODY, from, into, length);
    }
    if (isOpen) {
      await(stream);
    }
  }

  /** Fills bytes of the device after all open work, and waits for the fill. */
  void fillNow(MemorySegment into, byte value) {
    long address = Addresses.of(into, 0, into.byteSize());
    if (into.byteSize() == 0) {
      return;
    }
    synchronized (this) {
      checkOpen();
      copies.fill(address, value, into.byteSize());
    }
    await(WITHIN);
  }

  private void await(int stream) {
    context.use();
    int status = CudaLibrary.synchronize(posted.handle(stream));
    synchronized (this) {
      posted.waited(stream, status);
    }
  }

  /** Waits a moment for work that uses some bytes; returns the work that still does, or null. */
  String awaitUnused(long address, long length) {
    long start = System.nanoTime();
    String work = openWork(address, length);
    while (work != null && System.nanoTime() - start < PATIENCE) {
      LockSupport.parkNanos(LONGEST_SLEEP);
      work = openWork(address, length);
    }
    return work;
  }

  private synchronized String openWork(long address, long length) {
    posted.drain();
    return posted.touching(address, length);
  }

  @Override
  public void close() {
    closeAll();
    chunks.close();
  }

  private synchronized void closeAll() {
    if (!isClosed) {
      isClosed = true;
      posted.close();
      copies.close();
      peers.close();
      folds.close();
      context.release();
    }
  }

  synchronized void checkOpen() {
    if (isClosed) {
      throw new IllegalStateException(name() + " is closed");
    }
  }
}
