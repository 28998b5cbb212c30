package io.starling.runtime.transport.simulated;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;

/**
 * Memory of simulated devices as devices of other ranks see it: the upper bits of an address
 * identify the owner. Descriptions of ranges contain such an address.
 */
final class PeerAddresses {

  /** From this address on, device memory consists of addresses only; host memory is below. */
  static final long FIRST = 1L << 47;

  private static final int OWNER = 48;
  private static final long ADDRESS = (1L << OWNER) - 1;
  private static final long MOST = Long.MAX_VALUE >>> OWNER;

  private static final long MARK = 0x51ed_0c73_a94f_b286L;

  private PeerAddresses() {}

  /** Whether it is an address of another rank's device. */
  static boolean isPeers(long address) {
    return address > ADDRESS;
  }

  /** The rank of its device. */
  static int peer(long address) {
    return (int) (address >>> OWNER) - 1;
  }

  /** The address as its owner knows it. */
  static long own(long address) {
    return address & ADDRESS;
  }

  /** Describes the memory of a rank's device at an address; returns false if that is impossible. */
  static boolean describe(int rank, long address, MemorySegment description) {
    if (rank >= MOST || isPeers(address)) {
      return false;
    }
    description.set(JAVA_LONG_UNALIGNED, 0, MARK);
    description.set(JAVA_LONG_UNALIGNED, Long.BYTES, ((rank + 1L) << OWNER) | address);
    return true;
  }

  /** The rank whose device's memory is described; negative if this is not a description. */
  static int described(MemorySegment description) {
    long address = description.get(JAVA_LONG_UNALIGNED, Long.BYTES);
    return description.get(JAVA_LONG_UNALIGNED, 0) == MARK ? peer(address) : -1;
  }

  /** The described address, as devices of other ranks see it. */
  static MemorySegment open(MemorySegment description, long length) {
    return MessageReception.memory(description.get(JAVA_LONG_UNALIGNED, Long.BYTES), length);
  }
}
