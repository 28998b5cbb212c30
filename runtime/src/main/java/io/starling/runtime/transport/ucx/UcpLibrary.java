package io.starling.runtime.transport.ucx;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.starling.runtime.error.TransportException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * The functions of {@code libucp.so.0} that move data, as method handles. Addresses travel as
 * {@code long}: a {@code MemorySegment} argument would cost a liveness check per call, and the
 * engine keeps memory reachable anyway.
 *
 * <p>The handles are static and final because only then does the JIT compile a call to a plain
 * native call.
 */
final class UcpLibrary {

  static final String NAME = "libucp.so.0";
  static final String REMEDY =
      "install UCX 1.12 or later (Debian and Ubuntu: apt-get install libucx0)";

  static final int UCS_OK = 0;
  static final int UCS_INPROGRESS = 1;
  static final int UCS_ERR_MESSAGE_TRUNCATED = -9;
  static final int UCS_ERR_BUSY = -15;
  static final int UCS_ERR_CANCELED = -16;

  private static final long LOWEST_STATUS = -100;
  private static final int LONGEST_STATUS_TEXT = 256;
  private static final Linker LINKER = Linker.nativeLinker();
  private static final SymbolLookup UCP = load(NAME);
  private static final SymbolLookup UCS = load("libucs.so.0");

  /** All of this process's memory, to read what native code points at. */
  static final MemorySegment EVERYTHING = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

  private static final MethodHandle TAG_SEND = function(UCP, "ucp_tag_send_nbx", JAVA_LONG, 5);
  private static final MethodHandle TAG_SEND_SYNC =
      function(UCP, "ucp_tag_send_sync_nbx", JAVA_LONG, 5);
  private static final MethodHandle TAG_RECEIVE = function(UCP, "ucp_tag_recv_nbx", JAVA_LONG, 6);
  private static final MethodHandle TAG_PROBE =
      function(
          UCP, "ucp_tag_probe_nb", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_LONG);
  private static final MethodHandle TAG_MESSAGE_RECEIVE =
      function(UCP, "ucp_tag_msg_recv_nbx", JAVA_LONG, 5);
  private static final MethodHandle PROGRESS = function(UCP, "ucp_worker_progress", JAVA_INT, 1);

  /** It returns soon and never calls back, so the thread need not leave the Java state. */
  private static final MethodHandle FREE =
      LINKER.downcallHandle(
          find(UCP, "ucp_request_free"),
          FunctionDescriptor.ofVoid(JAVA_LONG),
          Linker.Option.critical(false));

  private static final MethodHandle CANCEL =
      LINKER.downcallHandle(
          find(UCP, "ucp_request_cancel"), FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_LONG));
  private static final MethodHandle CHECK_STATUS =
      function(UCP, "ucp_request_check_status", JAVA_INT, 1);
  private static final MethodHandle ARM = function(UCP, "ucp_worker_arm", JAVA_INT, 1);
  private static final MethodHandle SIGNAL = function(UCP, "ucp_worker_signal", JAVA_INT, 1);
  private static final MethodHandle GET_EVENT_DESCRIPTOR =
      function(UCP, "ucp_worker_get_efd", JAVA_INT, 2);
  private static final MethodHandle ENDPOINT_FLUSH =
      function(UCP, "ucp_ep_flush_nbx", JAVA_LONG, 2);
  private static final MethodHandle STATUS_TEXT =
      function(UCS, "ucs_status_string", JAVA_LONG, JAVA_INT);
  private static final MethodHandle POLL =
      LINKER.downcallHandle(
          LINKER.defaultLookup().findOrThrow("ppoll"),
          FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));

  private UcpLibrary() {}

  /** A library by its name, as the dynamic linker finds it. */
  static SymbolLookup load(String name) {
    try {
      return SymbolLookup.libraryLookup(name, Arena.global());
    } catch (IllegalArgumentException e) {
      throw new TransportException(name + " cannot be loaded: " + REMEDY, e);
    }
  }

  private static MemorySegment find(SymbolLookup library, String name) {
    return library
        .find(name)
        .orElseThrow(() -> new TransportException(NAME + " lacks " + name + ": " + REMEDY));
  }

  /** A function whose arguments are all {@code long}. */
  static MethodHandle function(
      SymbolLookup library, String name, MemoryLayout result, int arguments) {
    MemoryLayout[] layouts = new MemoryLayout[arguments];
    java.util.Arrays.fill(layouts, JAVA_LONG);
    return function(library, name, result, layouts);
  }

  static MethodHandle function(
      SymbolLookup library, String name, MemoryLayout result, MemoryLayout... arguments) {
    return LINKER.downcallHandle(find(library, name), FunctionDescriptor.of(result, arguments));
  }

  /** A pointer to a Java method, valid as long as the arena. */
  static MemorySegment upcall(MethodHandle target, FunctionDescriptor shape, Arena arena) {
    return LINKER.upcallStub(target, shape, arena);
  }

  /** Whether a returned pointer is a status code in disguise. */
  static boolean isStatus(long pointer) {
    return pointer < 0 && pointer >= LOWEST_STATUS;
  }

  static long send(long endpoint, long address, long length, long tag, long parameters) {
    try {
      return (long) TAG_SEND.invokeExact(endpoint, address, length, tag, parameters);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static long sendSynchronously(
      long endpoint, long address, long length, long tag, long parameters) {
    try {
      return (long) TAG_SEND_SYNC.invokeExact(endpoint, address, length, tag, parameters);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static long receive(
      long worker, long address, long length, long tag, long mask, long parameters) {
    try {
      return (long) TAG_RECEIVE.invokeExact(worker, address, length, tag, mask, parameters);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** The message that was found, or 0. */
  static long probe(long worker, long tag, long mask, boolean remove, long info) {
    try {
      return (long) TAG_PROBE.invokeExact(worker, tag, mask, remove ? 1 : 0, info);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static long receiveMessage(
      long worker, long address, long length, long message, long parameters) {
    try {
      return (long) TAG_MESSAGE_RECEIVE.invokeExact(worker, address, length, message, parameters);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int progress(long worker) {
    try {
      return (int) PROGRESS.invokeExact(worker);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static void free(long request) {
    try {
      FREE.invokeExact(request);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static void cancel(long worker, long request) {
    try {
      CANCEL.invokeExact(worker, request);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** UCX's statuses are single bytes; what the callee leaves above them means nothing. */
  static int status(long request) {
    try {
      return (byte) (int) CHECK_STATUS.invokeExact(request);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static int arm(long worker) {
    try {
      return (int) ARM.invokeExact(worker);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Makes the event descriptor readable. */
  static void signal(long worker) {
    try {
      check((int) SIGNAL.invokeExact(worker), "ucp_worker_signal");
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  static long flush(long endpoint, long parameters) {
    try {
      return (long) ENDPOINT_FLUSH.invokeExact(endpoint, parameters);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** The descriptor on which a worker's events can be waited for. */
  static int eventDescriptor(long worker) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment descriptor = arena.allocate(JAVA_INT);
      int status = (int) GET_EVENT_DESCRIPTOR.invokeExact(worker, descriptor.address());
      check(status, "ucp_worker_get_efd");
      return descriptor.get(JAVA_INT, 0);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** ppoll(2) on one {@code struct pollfd}, for as long as a {@code struct timespec} says. */
  static int poll(long descriptor, long time) {
    try {
      return (int) POLL.invokeExact(descriptor, 1L, time, 0L);
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** UCX's own words for a status. */
  static String describe(int status) {
    try {
      long text = (long) STATUS_TEXT.invokeExact(status);
      return MemorySegment.ofAddress(text).reinterpret(LONGEST_STATUS_TEXT).getString(0)
          + " ("
          + status
          + ")";
    } catch (Throwable e) {
      throw unexpected(e);
    }
  }

  /** Throws where a status is not UCS_OK. */
  static void check(int status, String function) {
    if (status != UCS_OK) {
      throw new TransportException(function + " failed: " + describe(status));
    }
  }

  static RuntimeException unexpected(Throwable e) {
    if (e instanceof RuntimeException known) {
      return known;
    }
    if (e instanceof Error error) {
      throw error;
    }
    return new TransportException("a native call failed", e);
  }

  static long readLong(long address) {
    return EVERYTHING.get(ValueLayout.JAVA_LONG_UNALIGNED, address);
  }

  static byte[] readBytes(long address, long length) {
    return MemorySegment.ofAddress(address).reinterpret(length).toArray(JAVA_BYTE);
  }
}
