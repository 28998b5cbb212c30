package io.starling.runtime.transport.ucx;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;

/**
 * {@code ucp_request_param_t}: the upcall at the end of a request. Allocated once; only {@link
 * #USER_DATA} changes from request to request.
 */
final class RequestParameters {

  static final long BYTES = 72;
  static final long USER_DATA = 32;
  static final long REPLY_BUFFER = 40;

  /** {@code ucp_send_nbx_callback_t}: request, status, user data. */
  static final MethodType SEND =
      MethodType.methodType(void.class, long.class, byte.class, long.class);

  /** {@code ucp_tag_recv_nbx_callback_t}: request, status, info, user data. */
  static final MethodType RECEIVE =
      MethodType.methodType(void.class, long.class, byte.class, long.class, long.class);

  private static final long ATTRIBUTES = 0;
  private static final long CALLBACK = 16;
  private static final long DATATYPE = 24;
  private static final long MEMORY_TYPE = 48;
  private static final int HAS_CALLBACK = 1 << 1;
  private static final int HAS_USER_DATA = 1 << 2;
  private static final int HAS_DATATYPE = 1 << 3;
  private static final int HAS_REPLY_BUFFER = 1 << 5;
  private static final int HAS_MEMORY_TYPE = 1 << 6;
  private static final int ALWAYS_CALL_BACK = 1 << 16;

  /** {@code ucp_dt_make_contig(8)}. */
  private static final long WORD_DATATYPE = 8 << 3;

  private RequestParameters() {}

  static MemorySegment sendCallback(MethodHandle callback, Arena arena) {
    var shape = FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_BYTE, JAVA_LONG);
    return UcpLibrary.upcall(callback, shape, arena);
  }

  static MemorySegment receiveCallback(MethodHandle callback, Arena arena) {
    var shape = FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_BYTE, JAVA_LONG, JAVA_LONG);
    return UcpLibrary.upcall(callback, shape, arena);
  }

  static MemorySegment ofSends(MemorySegment callback, int memoryType, Arena arena) {
    return allocate(0, callback, memoryType, arena);
  }

  /**
   * Receives call back even if they end during the post: otherwise tag and length would be unknown.
   */
  static MemorySegment ofReceives(MemorySegment callback, int memoryType, Arena arena) {
    return allocate(ALWAYS_CALL_BACK, callback, memoryType, arena);
  }

  /** Puts, gets and flushes: the memory type of an address is found by UCX. */
  static MemorySegment ofAccesses(MemorySegment callback, Arena arena) {
    MemorySegment parameters = arena.allocate(BYTES, Long.BYTES);
    parameters.set(JAVA_INT, ATTRIBUTES, HAS_CALLBACK | HAS_USER_DATA);
    parameters.set(JAVA_LONG, CALLBACK, callback.address());
    return parameters;
  }

  /** Atomic accesses to a word, whose value before goes to a {@link #REPLY_BUFFER}. */
  static MemorySegment ofAtomics(MemorySegment callback, Arena arena) {
    MemorySegment parameters = ofAccesses(callback, arena);
    parameters.set(
        JAVA_INT, ATTRIBUTES, HAS_CALLBACK | HAS_USER_DATA | HAS_DATATYPE | HAS_REPLY_BUFFER);
    parameters.set(JAVA_LONG, DATATYPE, WORD_DATATYPE);
    return parameters;
  }

  private static MemorySegment allocate(
      int attributes, MemorySegment callback, int memoryType, Arena arena) {
    MemorySegment parameters = arena.allocate(BYTES, Long.BYTES);
    parameters.set(
        JAVA_INT, ATTRIBUTES, attributes | HAS_CALLBACK | HAS_USER_DATA | HAS_MEMORY_TYPE);
    parameters.set(JAVA_LONG, CALLBACK, callback.address());
    parameters.set(JAVA_INT, MEMORY_TYPE, memoryType);
    return parameters;
  }
}
