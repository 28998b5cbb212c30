package io.starling.runtime.transport.ucx;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** The memory types of UCX, {@code ucs_memory_type_t}. */
final class MemoryTypes {

  static final int HOST = 0;
  static final int CUDA = 1;

  /** {@code ucp_context_attr_t}, with room for later fields. */
  private static final long BYTES = 256;

  private static final long TYPES = 24;
  private static final long FIELD_OF_TYPES = 1 << 2;

  private MemoryTypes() {}

  /**
   * Whether a context supports messages of a memory type: UCX was built for it, and the user's
   * {@code UCX_TLS} does not exclude the transports for it.
   */
  static boolean knows(long context, int type) {
    MethodHandle query = UcpLibrary.function(UcpLibrary.load(UcpLibrary.NAME), "ucp_context_query");
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment attributes = arena.allocate(BYTES, Long.BYTES);
      attributes.set(JAVA_LONG, 0, FIELD_OF_TYPES);
      UcpLibrary.check(
          (byte) (long) query.invokeExact(context, attributes.address(), 0L, 0L, 0L, 0L),
          "ucp_context_query");
      return (attributes.get(JAVA_LONG, TYPES) >> type & 1) != 0;
    } catch (Throwable e) {
      throw UcpLibrary.unexpected(e);
    }
  }
}
