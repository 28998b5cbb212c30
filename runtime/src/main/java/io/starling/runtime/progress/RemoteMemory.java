package io.starling.runtime.progress;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import io.starling.runtime.memory.Bytes;
import io.starling.runtime.memory.NativeWords;
import java.lang.foreign.MemorySegment;

/**
 * Memory that a rank has {@linkplain Port#expose exposed}, as a peer reaches it: the peer's loads
 * and stores, or by transfers. In both cases the owner does nothing. Atomic accesses of all ranks,
 * by either way, are atomic to each other.
 *
 * <p>All calls are serialized with those of the {@link Port} that made it.
 */
public interface RemoteMemory extends AutoCloseable {

  /** What a transfer does. */
  enum Access {
    /** Copies local bytes to the memory. They may be changed when the transfer has ended. */
    PUT,
    /** Copies bytes of the memory to local ones. */
    GET,
    /**
     * Adds the first of two local words to a word of the memory, which is aligned; the second local
     * word takes what was there before.
     */
    ADD,
    /**
     * Replaces a word of the memory by the second of two local words if it equals the first; the
     * second local word takes what was there before.
     */
    COMPARE_AND_SWAP,
    /** Ends when all accesses of this rank to memory of this owner have taken effect there. */
    FLUSH;

    /** Carries it out by loads and stores of this process. */
    public void carryOut(MemorySegment local, long localOffset, long address, long length) {
      MemorySegment all = NativeWords.memory();
      switch (this) {
        case PUT -> Bytes.copy(local, localOffset, all, address, length);
        case GET -> Bytes.copy(all, address, local, localOffset, length);
        case ADD -> {
          long value = local.get(JAVA_LONG_UNALIGNED, localOffset);
          long before = NativeWords.getAndAdd(address, value);
          local.set(JAVA_LONG_UNALIGNED, localOffset + Long.BYTES, before);
        }
        case COMPARE_AND_SWAP -> {
          long expected = local.get(JAVA_LONG_UNALIGNED, localOffset);
          long value = local.get(JAVA_LONG_UNALIGNED, localOffset + Long.BYTES);
          long before = NativeWords.compareAndExchange(address, expected, value);
          local.set(JAVA_LONG_UNALIGNED, localOffset + Long.BYTES, before);
        }
        case FLUSH -> {}
      }
    }
  }

  /**
   * All of it, if loads and stores of this process reach it: then nothing else is needed. Null if
   * not.
   */
  MemorySegment direct();

  /**
   * Whether this rank loads and stores its words, by {@link #load}, {@link #store} and {@link
   * #swap}: so ranks that share memory work together without messages.
   */
  default boolean hasWords() {
    return direct() != null;
  }

  /**
   * All of it for the local side of transfers, if {@link #hasWords}; others do not use it, as it
   * may be reached with a delay.
   */
  default MemorySegment mapped() {
    return direct();
  }

  /** Reads an aligned word; what follows sees all that its writer had written before. */
  default long load(long offset) {
    return NativeWords.acquire(mapped().address() + offset);
  }

  /** Writes an aligned word after all that this rank has written before. It may take a while. */
  default void store(long offset, long value) {
    NativeWords.release(mapped().address() + offset, value);
  }

  /**
   * Replaces an aligned word if it has the expected value. It may take a while; a later {@link
   * #load} tells who was first.
   */
  default void swap(long offset, long expected, long value) {
    NativeWords.compareAndExchange(mapped().address() + offset, expected, value);
  }

  /** The lifetime of the owner's memory, if this process knows it; null if not. */
  default MemorySegment.Scope scope() {
    return null;
  }

  /** Whether a put may end before it has taken effect, so that a flush is needed. */
  default boolean needsFlush() {
    return false;
  }

  /** Whether the owner must make progress in its port for transfers to end. */
  default boolean needsOwner() {
    return false;
  }

  /**
   * Begins a transfer. Transfers take effect in any order; only {@link Access#FLUSH} orders them.
   *
   * @param local native memory of this rank
   * @param offset in bytes from the beginning of the exposed memory; the caller has checked it
   * @param length the number of bytes; of a word for atomic accesses; 0 to flush
   * @throws io.starling.runtime.TransportException if the owner can't be reached
   */
  void access(
      Access access, int transfer, MemorySegment local, long localOffset, long offset, long length);

  /** Frees what this rank needs for it. No transfer is open. */
  @Override
  default void close() {}
}
