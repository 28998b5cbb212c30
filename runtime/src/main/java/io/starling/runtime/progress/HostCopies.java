package io.starling.runtime.progress;

import io.starling.runtime.memory.DeviceRegion;
import java.util.Arrays;

/**
 * The host copies that an operation's sends may take, by address; no two of them overlap. This is
 * the explicit cache of a node leader (ADAPT, section 4.1): while an operation is under way, nobody
 * else writes to its memory, so a copy is good until the operation writes to the range itself.
 */
final class HostCopies {

  /** How much work of the device is under way that the operation's end waits for. */
  int deviceWork;

  /** What the operation holds on the device; few. */
  private DeviceRegion[] held = new DeviceRegion[2];

  private int heldCount;
  private HostCopy[] sorted = new HostCopy[8];
  private int count;
  private long bytes;

  /** Holds a region until {@link #letGo}. */
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

  /** The operation has ended. */
  void letGo() {
    while (heldCount > 0) {
      held[--heldCount].release();
      held[heldCount] = null;
    }
  }

  /** The copy that has a whole range, or null. */
  HostCopy find(long address, long length) {
    int at = firstAfter(address) - 1;
    return at >= 0 && address + length <= sorted[at].end() ? sorted[at] : null;
  }

  /** Adds one that overlaps no other. */
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

  /** One that has a byte in common with a range, or null. */
  HostCopy overlapping(long address, long length) {
    int at = firstAfter(address + length - 1) - 1;
    return at >= 0 && sorted[at].end() > address ? sorted[at] : null;
  }

  /** The one with the lowest address that no transfer uses, or null. */
  HostCopy idle() {
    for (int i = 0; i < count; i++) {
      if (sorted[i].users == 0) {
        return sorted[i];
      }
    }
    return null;
  }

  /** One of them, or null where there is none. */
  HostCopy any() {
    return count == 0 ? null : sorted[count - 1];
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
