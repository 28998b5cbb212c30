package io.starling.runtime.progress.device;

import io.starling.runtime.memory.DeviceRegion;
import io.starling.runtime.progress.Share;
import java.util.Arrays;

/**
 * The host copies from which an operation may send, by address; they do not overlap. This is the
 * explicit cache of a node leader (ADAPT, section 4.1): during an operation, only the operation
 * writes to its memory, so a copy is valid until then.
 */
final class HostCopies implements Share {

  /** The open work of the device for which the end of the operation waits. */
  int work;

  /** The few regions that the operation holds on the device. */
  private DeviceRegion[] held = new DeviceRegion[2];

  private int heldCount;
  private HostCopy[] sorted = new HostCopy[8];
  private int count;
  private long bytes;
  private final StagingSlots slots;

  HostCopies(StagingSlots slots) {
    this.slots = slots;
  }

  @Override
  public boolean isDone() {
    return work == 0;
  }

  /** Holds a region until {@link #end}. */
  void hold(DeviceRegion region) {
    for (int i = 0; i < heldCount; i++) {
      if (held[i] == region) {
        return;
      }
    }
    if (heldCount == held.length) {
      held = Arrays.copyOf(held, 2 * heldCount);
    }
    held[heldCount++] = region;
    region.hold();
  }

  @Override
  public void end() {
    while (heldCount > 0) {
      held[--heldCount].release();
      held[heldCount] = null;
    }
    while (count > 0) {
      slots.retire(sorted[count - 1]);
    }
  }

  /** The copy that contains a whole range, or null. */
  HostCopy find(long address, long length) {
    int at = firstAfter(address) - 1;
    return at >= 0 && address + length <= sorted[at].end() ? sorted[at] : null;
  }

  /** Adds a copy that overlaps no other. */
  void add(HostCopy copy) {
    if (count == sorted.length) {
      sorted = Arrays.copyOf(sorted, 2 * count);
    }
    int at = firstAfter(copy.address);
    System.arraycopy(sorted, at, sorted, at + 1, count - at);
    sorted[at] = copy;
    count++;
    bytes += copy.length;
    copy.index = this;
  }

  void remove(HostCopy copy) {
    int at = firstAfter(copy.address) - 1;
    count--;
    System.arraycopy(sorted, at + 1, sorted, at, count - at);
    sorted[count] = null;
    bytes -= copy.length;
    copy.index = null;
  }

  /** A copy that overlaps a range, or null. */
  HostCopy overlapping(long address, long length) {
    int at = firstAfter(address + length - 1) - 1;
    return at >= 0 && sorted[at].end() > address ? sorted[at] : null;
  }

  /** The unused copy with the lowest address, or null. */
  HostCopy idle() {
    for (int i = 0; i < count; i++) {
      if (sorted[i].users == 0) {
        return sorted[i];
      }
    }
    return null;
  }

  long bytes() {
    return bytes;
  }

  private int firstAfter(long address) {
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle].address <= address) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
