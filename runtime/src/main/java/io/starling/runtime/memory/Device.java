package io.starling.runtime.memory;

import io.starling.runtime.reduction.Fold;
import java.lang.foreign.MemorySegment;

/**
 * A device beside a rank's processor, such as a GPU. It has its own memory, copies to and from that
 * memory, and folds in it. Implemented by the {@code gpu} module, and by the simulator in virtual
 * time.
 *
 * <p>Work is posted and runs asynchronously. Only methods that say so wait, and no post throws:
 * work that the device refuses ends with a failure. Work on the same device memory takes effect in
 * the order of the posts, so a fold may be posted right after the copy of its operand, and a copy
 * to the host right after the fold. Work without common memory may run concurrently and end in any
 * order.
 *
 * <p>The processor never dereferences segments with device addresses. The caller keeps all memory
 * reachable until the work has ended. A device object is used by one rank, and by one thread at a
 * time.
 */
public interface Device extends AutoCloseable {

  /** Is notified of the end of work, by {@link #progress}. */
  @FunctionalInterface
  interface Listener {

    /**
     * Work has ended.
     *
     * @param work the number that was passed to the post
     * @param failure the failure as a text; null if the work succeeded
     */
    void ended(int work, String failure);
  }

  /** The length of the description of an exported range. */
  int DESCRIPTION_BYTES = 104;

  /** The name in messages: {@code GPU 0 (NVIDIA H200)}. */
  String name();

  /**
   * Sets the listener for the end of work; called once, before anything is posted.
   *
   * @throws IllegalStateException if it has been called before: a device object belongs to one rank
   */
  void attach(Listener listener);

  /** Whether it is open. */
  default boolean isOpen() {
    return true;
  }

  /** Memory of the device with undefined content. */
  MessageMemory memory();

  /**
   * Host memory that is fastest for copies to and from the device.
   *
   * @param under the source of the memory, as the transport prefers it
   */
  MessageMemory staging(MessageMemory under);

  /**
   * How many bytes of host memory may keep copies of device memory that an operation will forward,
   * in addition to open transfers; 0 for none.
   */
  long hostCopyBytes();

  /** Starts a copy from native host memory, which must not change meanwhile. */
  void copyIn(
      int work, MemorySegment host, long hostOffset, MemorySegment into, long offset, long length);

  /** Starts a copy to native host memory. */
  void copyOut(
      int work, MemorySegment from, long offset, MemorySegment host, long hostOffset, long length);

  /**
   * Starts a copy within the device. The ranges may overlap; the result is that of a copy through
   * another buffer.
   */
  void copyWithin(
      int work, MemorySegment from, long offset, MemorySegment into, long intoOffset, long length);

  /** Whether the device has a fold. */
  boolean folds(Fold fold);

  /**
   * Starts {@code into = left op right}, all three in the device's memory; {@code into} may be the
   * same range as an operand.
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
   * The shortest range that is worth exporting, in bytes. By default 64 KiB: an export costs two
   * messages between processes and some checks for completed work, about 10 us, in which as much
   * data passes through the host.
   */
  default long smallestExport() {
    return 64 << 10;
  }

  /**
   * Describes a range of its memory, so that devices of other ranks of this host can {@link #open}
   * it. Their reads are not ordered with the posts here; {@link #settle} tells when they may read.
   * By default a device exports nothing.
   *
   * @param description takes {@link #DESCRIPTION_BYTES} bytes
   * @return whether the range can be exported; if not, the description is not changed
   */
  default boolean export(
      MemorySegment segment, long offset, long length, MemorySegment description) {
    return false;
  }

  /**
   * Opens a range that another rank's device has exported, to copy from it. It stays open until
   * this device is closed, or many others have been opened since.
   *
   * @param description written by {@link #export}; the device checks that it is of its kind
   * @param length of the range in bytes
   * @return the addresses of the range on this device; null if it can't access them
   */
  default MemorySegment open(MemorySegment description, long length) {
    return null;
  }

  /**
   * Posts an empty piece of work that ends after all earlier work that writes to the range. Called
   * only on a device that exports.
   */
  default void settle(int work, MemorySegment segment, long offset, long length) {
    throw new UnsupportedOperationException(name() + " shares no memory");
  }

  /**
   * Whether open work uses, or may use, bytes of a range; by default unknown, so true. A transport
   * that accesses the memory directly does not know the order of the posts.
   */
  default boolean isUsing(MemorySegment segment, long offset, long length) {
    return true;
  }

  /** Gives a transport that knows CUDA direct access; null if that is impossible or disabled. */
  default CudaAccess cudaAccess() {
    return null;
  }

  /** Notifies the listener of work that has ended; returns how much. Never waits. */
  int progress();

  /**
   * How many nanoseconds a waiting thread may sleep between two calls of {@link #progress} while
   * work is open.
   */
  long longestSleep();

  /**
   * Copies from host memory, native or a Java array, and waits until the copy is complete. It runs
   * after all earlier posts.
   */
  void copyInNow(MemorySegment host, long hostOffset, MemorySegment into, long offset, long length);

  /**
   * Copies to host memory, native or a Java array, and waits until the copy is complete. It runs
   * after all earlier posts.
   */
  void copyOutNow(
      MemorySegment from, long offset, MemorySegment host, long hostOffset, long length);

  /**
   * Copies within the device and waits until the copy is complete. It runs after all earlier posts.
   */
  void copyWithinNow(
      MemorySegment from, long offset, MemorySegment into, long intoOffset, long length);

  /** Frees the device object's resources. A second close does nothing. */
  @Override
  void close();
}
