package io.starling.runtime.transport.simulated;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;

/**
 * Memory of simulated devices, as devices of other ranks know it: the upper bits of an address say
 * whose it is. Descriptions of it hold such an address.
 */
final class PeerAddresses {

  /** From here on devices have memory that is nothing but addresses; the host's is below. */
  static final long FIRST = 1L << 47;

  private static final int OWNER = 48;
  private static final long ADDRESS = (1L << OWNER) - 1;
  private static final long MOST = Long.MAX_VALUE >>> OWNER;

  private static final long MARK = 0x51ed_0c73_a94f_b286L;

  private PeerAddresses() {}

  /** Whether it is no address of one's own. */
  static boolean isPeers(long address) {
    return address > ADDRESS;
  }

  /** Whose device's it is. */
  static int peer(long address) {
    return (int) (address >>> OWNER) - 1;
  }

  /** What it is to its owner. */
  static long own(long address) {
    return address & ADDRESS;
  }

  /** Describes what a rank's device has at an address; returns false where that can't be done. */
  static boolean describe(int rank, long address, MemorySegment description) {
    if (rank >= MOST || isPeers(address)) {
      return false;
    }
    description.set(JAVA_LONG_UNALIGNED, 0, MARK);
    description.set(JAVA_LONG_UNALIGNED, Long.BYTES, ((rank + 1L) << OWNER) | address);
    return true;
  }

  /** Whose device's memory is described; negative if this is no such description. */
  static int described(MemorySegment description) {
    long address = description.get(JAVA_LONG_UNALIGNED, Long.BYTES);
    return description.get(JAVA_LONG_UNALIGNED, 0) == MARK ? peer(address) : -1;
  }

  /** What is described, as devices of other ranks know it. */
  static MemorySegment open(MemorySegment description, long length) {
    return Reception.memory(description.get(JAVA_LONG_UNALIGNED, Long.BYTES), length);
  }
}
