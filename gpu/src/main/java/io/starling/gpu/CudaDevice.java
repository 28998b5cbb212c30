package io.starling.gpu;

import static io.starling.gpu.CudaStreams.FIRST_FOLD;
import static io.starling.gpu.CudaStreams.FOLDS;
import static io.starling.gpu.CudaStreams.IN;
import static io.starling.gpu.CudaStreams.OUT;
import static io.starling.gpu.CudaStreams.WITHIN;

import io.starling.runtime.memory.Device;
import io.starling.runtime.memory.MessageMemory;
import io.starling.runtime.reduction.Fold;
import java.lang.foreign.MemorySegment;

/**
 * A CUDA device as the engine sees it. Work goes to streams, {@link Hazards} keep the order that
 * the contract of {@link Device} promises, and an event per work tells of its end.
 *
 * <p>The engine's thread and a user's thread that copies may come at the same time: one at a time
 * gets in, and waits for the other's post, never for the device.
 */
final class CudaDevice implements Device {

  private static final long LONGEST_SLEEP = 50_000;

  private static final String COPY_IN = "a copy to the device (cuMemcpyHtoDAsync)";
  private static final String COPY_OUT = "a copy to the host (cuMemcpyDtoHAsync)";
  private static final String COPY_WITHIN = "a copy within the device (cuMemcpyDtoDAsync)";
  private static final String FILL = "a fill (cuMemsetD8Async)";

  private final GpuSettings settings;
  private final CudaContext context;
  private final PostedWork posted;
  private final FoldLaunch folds;
  private final DeviceMemory memory;
  private final PeerMemory peers;
  private Listener listener;
  private boolean isClosed;

  /** Opens the device; {@link #close} gives all back. */
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
    peers = new PeerMemory(context, this::isTouched);
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
  public MessageMemory memory() {
    return memory;
  }

  @Override
  public MessageMemory staging(MessageMemory under) {
    return new PinnedMemory(context, under);
  }

  @Override
  public long hostCopyBytes() {
    return settings.hostCopyBytes();
  }

  GpuDevice hardware() {
    return context.device();
  }

  /** Free and total memory in bytes, for all processes together. */
  CudaContext.Usage usage() {
    checkOpen();
    return context.usage();
  }

  @Override
  public synchronized void copyIn(
      int work, MemorySegment host, long hostOffset, MemorySegment into, long offset, long length) {
    long from = Addresses.of(host, hostOffset, length);
    startCopy(IN, work, from, Addresses.of(into, offset, length), length);
  }

  @Override
  public synchronized void copyOut(
      int work, MemorySegment from, long offset, MemorySegment host, long hostOffset, long length) {
    long into = Addresses.of(host, hostOffset, length);
    startCopy(OUT, work, Addresses.of(from, offset, length), into, length);
  }

  @Override
  public synchronized void copyWithin(
      int work, MemorySegment from, long offset, MemorySegment into, long intoOffset, long length) {
    long source = Addresses.of(from, offset, length);
    startCopy(WITHIN, work, source, Addresses.of(into, intoOffset, length), length);
  }

  private long startCopy(int stream, int work, long from, long into, long length) {
    checkOpen();
    if (length == 0) {
      return posted.endNow(work);
    }
    int status = posted.begin(stream, work, from, from, into, length);
    if (status == CudaLibrary.SUCCESS) {
      long handle = posted.handle(stream);
      status =
          switch (stream) {
            case IN -> CudaLibrary.copyIn(into, from, length, handle);
            case OUT -> CudaLibrary.copyOut(into, from, length, handle);
            default -> CudaLibrary.copyWithin(into, from, length, handle);
          };
    }
    String what = stream == IN ? COPY_IN : stream == OUT ? COPY_OUT : COPY_WITHIN;
    return posted.end(stream, work, what, status, from, from, into, length);
  }

  @Override
  public synchronized boolean folds(Fold fold) {
    checkOpen();
    return settings.foldsOnDevice() && folds.has(fold);
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
    checkOpen();
    long one = Addresses.of(left, leftOffset, length);
    long other = Addresses.of(right, rightOffset, length);
    long result = Addresses.of(into, intoOffset, length);
    FoldFunctions.Function function = folds.of(fold);
    if (length == 0) {
      posted.endNow(work);
      return;
    }
    int stream = posted.chooseFoldStream(FIRST_FOLD, FOLDS, one, other, result, length);
    int status = posted.begin(stream, work, one, other, result, length);
    if (status == CudaLibrary.SUCCESS) {
      status = folds.launch(function, one, other, result, length, posted.handle(stream));
    }
    posted.end(stream, work, function.description(), status, one, other, result, length);
  }

  @Override
  public synchronized boolean export(
      MemorySegment segment, long offset, long length, MemorySegment description) {
    long address = Addresses.of(segment, offset, length);
    return settings.sharesMemory() && !isClosed && peers.export(address, description);
  }

  @Override
  public synchronized MemorySegment open(MemorySegment description, long length) {
    return settings.sharesMemory() && !isClosed ? peers.open(description, length) : null;
  }

  @Override
  public synchronized void settle(int work, MemorySegment segment, long offset, long length) {
    checkOpen();
    posted.settle(work, Addresses.of(segment, offset, length), length);
  }

  @Override
  public synchronized int progress() {
    return listener == null || isClosed ? 0 : posted.progress(listener);
  }

  @Override
  public long longestSleep() {
    return LONGEST_SLEEP;
  }

  @Override
  public void copyInNow(
      MemorySegment host, long hostOffset, MemorySegment into, long offset, long length) {
    HostChunks.in(this, host, hostOffset, Addresses.of(into, offset, length), length);
  }

  @Override
  public void copyOutNow(
      MemorySegment from, long offset, MemorySegment host, long hostOffset, long length) {
    HostChunks.out(this, Addresses.of(from, offset, length), host, hostOffset, length);
  }

  @Override
  public void copyWithinNow(
      MemorySegment from, long offset, MemorySegment into, long intoOffset, long length) {
    copyNow(
        WITHIN, Addresses.of(from, offset, length), Addresses.of(into, intoOffset, length), length);
  }

  /** Copies between addresses of host and device after all that is open, and waits for that. */
  void copyNow(int stream, long from, long into, long length) {
    long sequence;
    synchronized (this) {
      sequence = startCopy(stream, WorkQueue.NOBODY, from, into, length);
    }
    await(stream, sequence);
  }

  /** Sets bytes of the device after all that is open, and waits for that. */
  void fillNow(MemorySegment into, byte value) {
    long address = Addresses.of(into, 0, into.byteSize());
    long length = into.byteSize();
    if (length == 0) {
      return;
    }
    long sequence;
    synchronized (this) {
      checkOpen();
      int status = posted.begin(WITHIN, WorkQueue.NOBODY, address, address, address, length);
      if (status == CudaLibrary.SUCCESS) {
        status = CudaLibrary.fill(address, value, length, posted.handle(WITHIN));
      }
      sequence =
          posted.end(WITHIN, WorkQueue.NOBODY, FILL, status, address, address, address, length);
    }
    await(WITHIN, sequence);
  }

  private void await(int stream, long sequence) {
    if (sequence != PostedWork.NOTHING) {
      context.use();
      int status = CudaLibrary.synchronize(posted.handle(stream));
      synchronized (this) {
        posted.forget(stream, sequence, status);
      }
    }
  }

  /** What open work uses some of these bytes; null where none does. */
  synchronized String touching(MemorySegment segment) {
    return isClosed ? null : posted.touching(segment.address(), segment.byteSize());
  }

  private boolean isTouched(MemorySegment segment) {
    return touching(segment) != null;
  }

  /** What is open; null where nothing is. */
  synchronized String openWork() {
    return isClosed ? null : posted.touching(0, Long.MAX_VALUE);
  }

  @Override
  public synchronized void close() {
    if (!isClosed) {
      isClosed = true;
      posted.close();
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
