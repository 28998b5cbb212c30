package io.starling.collectives.communicator;

import io.starling.runtime.memory.DeviceRegion;
import io.starling.runtime.memory.MessageMemory;
import io.starling.runtime.reduction.Fold;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;

/**
 * A device that takes its time, and does what it may do in any order in a random one. Its addresses
 * are no addresses of the host: who touches them is ended by the operating system.
 */
final class AdversarialDevice extends HostedDevice {

  private static final long FAR = 1L << 60;

  /**
   * Which devices reach each other's memory: those with the same one.
   *
   * @param mark by which they know each other, as ranks of several tests may talk
   * @param smallest the shortest range that they share
   * @param refusals one in so many exports and openings is refused; 0 for none
   */
  record Sharing(long mark, long smallest, int refusals) {}

  private record Range(long from, long to) {
    boolean overlaps(Range other) {
      return from < other.to && other.from < to;
    }
  }

  private record Work(int number, List<Range> read, Range written, Runnable action) {
    boolean waitsFor(Work earlier) {
      return written.overlaps(earlier.written)
          || read.stream().anyMatch(earlier.written::overlaps)
          || earlier.read.stream().anyMatch(written::overlaps);
    }
  }

  private final Random random;
  private final Predicate<Fold> folds;
  private final long hostCopyBytes;
  private final List<Work> open = new ArrayList<>();
  private Sharing sharing;
  private String failure;
  private String failureAtOpening;
  private long bytesPulled;
  private long bytesIn;
  private long bytesOut;
  private int slots;

  AdversarialDevice(long seed, Predicate<Fold> folds, long hostCopyBytes) {
    super("adversarial device");
    random = new Random(seed);
    this.folds = folds;
    this.hostCopyBytes = hostCopyBytes;
  }

  /** Memory with these elements, which lives as long as anything refers to it. */
  DeviceRegion region(long... values) {
    MemorySegment elements = MemorySegment.ofArray(values);
    DeviceRegion region = region(elements.byteSize(), Arena.ofAuto());
    super.copyInNow(elements, 0, region.segment(), 0, elements.byteSize());
    return region;
  }

  /** Lets it reach the memory of others from now on. */
  void share(Sharing itsSharing) {
    sharing = itsSharing;
  }

  /** How many bytes it may have copied from others' memory. */
  long bytesPulled() {
    return bytesPulled;
  }

  /** Lets all work fail once it has opened the memory of another. */
  void breakDownAtOpening(String why) {
    failureAtOpening = why;
  }

  long bytesIn() {
    return bytesIn;
  }

  long bytesOut() {
    return bytesOut;
  }

  /** How many slots of the host were allocated for it. */
  int slots() {
    return slots;
  }

  /** Lets all work fail from now on. */
  void breakDown(String why) {
    failure = why;
  }

  boolean isIdle() {
    return open.isEmpty();
  }

  @Override
  public MessageMemory memory() {
    return (bytes, arena) -> {
      MemorySegment near = Arena.ofAuto().allocate(Math.max(1, bytes), MessageMemory.ALIGNMENT);
      MemorySegment far = MemorySegment.ofAddress(near.address() + FAR);
      // The cleanup keeps the near memory reachable.
      return far.reinterpret(bytes, arena, _ -> near.isNative());
    };
  }

  @Override
  public MessageMemory staging(MessageMemory under) {
    return (bytes, arena) -> {
      slots++;
      return under.allocate(bytes, arena);
    };
  }

  @Override
  public long hostCopyBytes() {
    return hostCopyBytes;
  }

  @Override
  public void copyIn(
      int work, MemorySegment host, long hostOffset, MemorySegment into, long offset, long length) {
    bytesIn += length;
    post(
        work,
        List.of(range(host, hostOffset, length)),
        range(into, offset, length),
        () -> super.copyInNow(host, hostOffset, into, offset, length));
  }

  @Override
  public void copyOut(
      int work, MemorySegment from, long offset, MemorySegment host, long hostOffset, long length) {
    bytesOut += length;
    post(
        work,
        List.of(range(from, offset, length)),
        range(host, hostOffset, length),
        () -> super.copyOutNow(from, offset, host, hostOffset, length));
  }

  @Override
  public void copyWithin(
      int work, MemorySegment from, long offset, MemorySegment into, long intoOffset, long length) {
    post(
        work,
        List.of(range(from, offset, length)),
        range(into, intoOffset, length),
        () -> super.copyWithinNow(from, offset, into, intoOffset, length));
  }

  @Override
  public boolean folds(Fold fold) {
    return folds.test(fold);
  }

  @Override
  public void fold(
      int work,
      Fold fold,
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      MemorySegment into,
      long intoOffset,
      long length) {
    post(
        work,
        List.of(range(left, leftOffset, length), range(right, rightOffset, length)),
        range(into, intoOffset, length),
        () -> foldNow(fold, left, leftOffset, right, rightOffset, into, intoOffset, length));
  }

  @Override
  public long smallestExport() {
    return sharing == null ? Long.MAX_VALUE : sharing.smallest;
  }

  @Override
  public boolean export(
      MemorySegment segment, long offset, long length, MemorySegment description) {
    if (sharing == null || refuses()) {
      return false;
    }
    description.set(ValueLayout.JAVA_LONG_UNALIGNED, 0, sharing.mark);
    description.set(ValueLayout.JAVA_LONG_UNALIGNED, Long.BYTES, segment.address() + offset);
    return true;
  }

  @Override
  public MemorySegment open(MemorySegment description, long length) {
    long mark = description.get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
    if (sharing == null || mark != sharing.mark || refuses()) {
      return null;
    }
    bytesPulled += length;
    failure = failureAtOpening;
    return MemorySegment.ofAddress(description.get(ValueLayout.JAVA_LONG_UNALIGNED, Long.BYTES))
        .reinterpret(length);
  }

  private boolean refuses() {
    return sharing.refusals > 0 && random.nextInt(sharing.refusals) == 0;
  }

  @Override
  public void settle(int work, MemorySegment segment, long offset, long length) {
    post(work, List.of(range(segment, offset, length)), new Range(0, 0), () -> {});
  }

  @Override
  public boolean isUsing(MemorySegment segment, long offset, long length) {
    Range range = range(segment, offset, length);
    return open.stream()
        .anyMatch(
            work -> work.written.overlaps(range) || work.read.stream().anyMatch(range::overlaps));
  }

  private void post(int number, List<Range> read, Range written, Runnable action) {
    open.add(new Work(number, read, written, action));
  }

  @Override
  public int progress() {
    int ended = 0;
    for (int i = 0; i < open.size(); i++) {
      Work work = open.get(i);
      if (random.nextInt(3) == 0 && open.subList(0, i).stream().noneMatch(work::waitsFor)) {
        open.remove(i--);
        if (failure == null) {
          work.action.run();
        }
        tell(work.number, failure);
        ended++;
      }
    }
    return ended;
  }

  @Override
  public void copyInNow(
      MemorySegment host, long hostOffset, MemorySegment into, long offset, long length) {
    bytesIn += length;
    finish();
    super.copyInNow(host, hostOffset, into, offset, length);
  }

  @Override
  public void copyOutNow(
      MemorySegment from, long offset, MemorySegment host, long hostOffset, long length) {
    finish();
    super.copyOutNow(from, offset, host, hostOffset, length);
  }

  @Override
  public void copyWithinNow(
      MemorySegment from, long offset, MemorySegment into, long intoOffset, long length) {
    finish();
    super.copyWithinNow(from, offset, into, intoOffset, length);
  }

  private void finish() {
    if (!open.isEmpty()) {
      throw new AssertionError("a copy that waits while work is open: it would take long");
    }
  }

  @Override
  MemorySegment near(MemorySegment far) {
    return MemorySegment.ofAddress(far.address() - FAR).reinterpret(far.byteSize());
  }

  private static Range range(MemorySegment segment, long offset, long length) {
    long from = segment.address() + offset;
    return new Range(from, from + length);
  }
}
