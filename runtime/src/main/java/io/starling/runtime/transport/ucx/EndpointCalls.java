package io.starling.runtime.transport.ucx;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Makes the endpoints of a worker through {@code java.lang.foreign}, even if JUCX has made the
 * worker: JUCX 1.12 sets its own error handler, which crashes the JVM when a peer ends.
 */
final class EndpointCalls {

  /** {@code ucp_ep_params_t}; the same since UCX 1.12. */
  private static final class Parameters {
    static final long BYTES = 104;
    static final long FIELD_MASK = 0;
    static final long ADDRESS = 8;
    static final long ERROR_HANDLER = 24;
    static final long ADDRESS_AND_HANDLER_FIELDS = 1 | (1 << 2);
  }

  private final UcxWorker worker;
  private final MemorySegment errorHandler;

  EndpointCalls(UcxWorker worker, Arena arena) {
    this.worker = worker;
    errorHandler = errorHandler(arena);
  }

  /** The handler does nothing. Without a handler, UCX treats the end of a peer as a fatal error. */
  private static MemorySegment errorHandler(Arena arena) {
    return UcpLibrary.upcall(
        MethodHandles.empty(MethodType.methodType(void.class, long.class, long.class, byte.class)),
        FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_LONG, JAVA_BYTE),
        arena);
  }

  /** Makes an endpoint to a worker; returns the native {@code ucp_ep_h}, or an encoded status. */
  long connect(byte[] peerAddress) {
    try (Arena temporary = Arena.ofConfined()) {
      MemorySegment parameters = temporary.allocate(Parameters.BYTES, Long.BYTES);
      MemorySegment address = temporary.allocateFrom(JAVA_BYTE, peerAddress);
      parameters.set(JAVA_LONG, Parameters.FIELD_MASK, Parameters.ADDRESS_AND_HANDLER_FIELDS);
      parameters.set(JAVA_LONG, Parameters.ADDRESS, address.address());
      parameters.set(JAVA_LONG, Parameters.ERROR_HANDLER, errorHandler.address());
      MemorySegment out = temporary.allocate(ADDRESS);
      int status = worker.connect(parameters.address(), out.address());
      return status == UcpLibrary.UCS_OK ? out.get(JAVA_LONG, 0) : status;
    }
  }
}
