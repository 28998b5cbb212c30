package io.starling.runtime.memory;

import io.starling.runtime.reduction.Fold;
import java.lang.foreign.MemorySegment;

/**
 * A device beside a rank's processor, such as a GPU: it has memory of its own, copies to and from
 * it, and folds there. Implemented by the {@code gpu} module, and by the simulator in virtual time.
 *
 * <p>Work is posted and goes on by itself; nothing here waits but the methods that say so, and no
 * post throws: what the device refuses ends with a failure. Work that touches the same device
 * memory takes effect in the order of the posts, so a fold may be posted right after the copy that
 * brings its operand, and a copy to the host right after the fold. Work that has no memory in
 * common may overlap and end in any order.
 *
 * <p>Segments with device addresses are never dereferenced by the processor. Whoever posts keeps
 * all memory reachable until the work has ended. One rank uses a device object, one thread at a
 * time.
 */
public interface Device extends AutoCloseable {

  /** Hears how work ended, from {@link #progress}. */
  @FunctionalInterface
  interface Listener {

    /**
     * Work has ended.
     *
     * @param work the number that was given when it was posted
     * @param failure what went wrong, for people; null where nothing did
     */
    void ended(int work, String failure);
  }

  /** How long a description of a range is that is shared. */
  int DESCRIPTION_BYTES = 104;

  /** What it is, for people: {@code GPU 0 (NVIDIA H200)}. */
  String name();

  /**
   * Says who hears of the end of work; called once, before anything is posted.
   *
   * @throws IllegalStateException if it has been called before: a device object is one rank's
   */
  void attach(Listener listener);

  /** Whether it has not been closed. */
  default boolean isOpen() {
    return true;
  }

  /** Memory of the device; what is in it is left over from others. */
  MessageMemory memory();

  /**
   * Memory of the host to and from which the device copies at its best.
   *
   * @param under where the memory comes from, as a transport likes it
   */
  MessageMemory staging(MessageMemory under);

  /**
   * How many bytes of host memory may hold, besides what is under way, copies of device memory that
   * an operation will send on; 0 for none.
   */
  long hostCopyBytes();

  /** Starts to copy from the host's native memory, which must not change meanwhile. */
  void copyIn(
      int work, MemorySegment host, long hostOffset, MemorySegment into, long offset, long length);

  /** Starts to copy to the host's native memory. */
  void copyOut(
      int work, MemorySegment from, long offset, MemorySegment host, long hostOffset, long length);

  /** Starts to copy within the device; the two have no byte in common. */
  void copyWithin(
      int work, MemorySegment from, long offset, MemorySegment into, long intoOffset, long length);

  /** Whether it has this fold. */
  boolean folds(Fold fold);

  /**
   * Starts {@code into = left op right}, all three in the device's memory; {@code into} may be the
   * very same range as an operand.
   *
   * @param length in bytes
   */
  void fold(
      int work,
      Fold fold,
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      MemorySegment into,
      long intoOffset,
      long length);

  /**
   * The shortest range that is worth being shared, in bytes. By default 64 KiB: to share it costs
   * two messages between processes and some looks for ends of work, about 10 us, in which as much
   * passes through the host.
   */
  default long smallestExport() {
    return 64 << 10;
  }

  /**
   * Writes down where a range of its memory is, so that devices of other ranks of this host can
   * {@link #open} it. Such a device reads the range as it is then, not in the order of the posts
   * here: {@link #settle} says when it may. By default a device shares nothing.
   *
   * @param description gets {@link #DESCRIPTION_BYTES} bytes
   * @return whether the range can be shared; if not, the description is left alone
   */
  default boolean export(
      MemorySegment segment, long offset, long length, MemorySegment description) {
    return false;
  }

  /**
   * Opens a range that another rank's device has exported, to copy from it, until this device is
   * closed or many others were opened since.
   *
   * @param description what {@link #export} wrote; a device does not trust it to be of its kind
   * @param length of the range
   * @return its addresses as this device knows them; null where it can't get there
   */
  default MemorySegment open(MemorySegment description, long length) {
    return null;
  }

  /**
   * Starts work that does nothing and ends after all that was posted before and writes to the
   * range. Asked only of a device that exports.
   */
  default void settle(int work, MemorySegment segment, long offset, long length) {
    throw new UnsupportedOperationException(name() + " shares no memory");
  }

  /**
   * Whether work that was posted uses some bytes of a range and has not ended, or may: by default
   * nobody knows. A transport that goes there by itself knows nothing of the order of the posts.
   */
  default boolean isUsing(MemorySegment segment, long offset, long length) {
    return true;
  }

  /** Lets a transport that knows CUDA go there by itself; null where it can't, or shall not. */
  default CudaAccess cudaAccess() {
    return null;
  }

  /** Tells the listener what has ended; returns how much that was. Never waits. */
  int progress();

  /**
   * How many nanoseconds a thread that waits may sleep while work is open before it asks for {@link
   * #progress} again.
   */
  long longestSleep();

  /**
   * Copies from the host, native memory or a Java array, and waits until that is done; everything
   * posted before comes first.
   */
  void copyInNow(MemorySegment host, long hostOffset, MemorySegment into, long offset, long length);

  /**
   * Copies to the host, native memory or a Java array, and waits until that is done; everything
   * posted before comes first.
   */
  void copyOutNow(
      MemorySegment from, long offset, MemorySegment host, long hostOffset, long length);

  /** Copies within the device and waits until that is done; what was posted before comes first. */
  void copyWithinNow(
      MemorySegment from, long offset, MemorySegment into, long intoOffset, long length);

  /** Frees what the device object holds. A second close does nothing. */
  @Override
  void close();
}
