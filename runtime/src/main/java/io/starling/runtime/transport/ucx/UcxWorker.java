package io.starling.runtime.transport.ucx;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;

/**
 * A worker, {@code ucp_worker_h}, and all calls that use it, its endpoints or its requests. No
 * other class makes these calls; assertions check that threads take {@linkplain WorkerTurns turns}.
 *
 * <p>The handles are static and final because only then the JIT compiles a call to a plain native
 * call.
 */
final class UcxWorker implements AutoCloseable {

  private static final SymbolLookup UCP = UcpLibrary.load(UcpLibrary.NAME);
  private static final MethodHandle TAG_SEND = UcpLibrary.function(UCP, "ucp_tag_send_nbx");
  private static final MethodHandle TAG_SEND_SYNC =
      UcpLibrary.function(UCP, "ucp_tag_send_sync_nbx");
  private static final MethodHandle TAG_RECEIVE = UcpLibrary.function(UCP, "ucp_tag_recv_nbx");
  private static final MethodHandle TAG_PROBE = UcpLibrary.function(UCP, "ucp_tag_probe_nb");
  private static final MethodHandle TAG_MESSAGE_RECEIVE =
      UcpLibrary.function(UCP, "ucp_tag_msg_recv_nbx");
  private static final MethodHandle PROGRESS = UcpLibrary.function(UCP, "ucp_worker_progress");

  /**
   * The function returns soon and never calls back, so the thread need not leave the Java state.
   */
  private static final MethodHandle FREE =
      UcpLibrary.procedure(UCP, "ucp_request_free", 1, Linker.Option.critical(false));

  private static final MethodHandle CANCEL = UcpLibrary.function(UCP, "ucp_request_cancel");
  private static final MethodHandle CHECK_STATUS =
      UcpLibrary.function(UCP, "ucp_request_check_status");
  private static final MethodHandle ARM = UcpLibrary.function(UCP, "ucp_worker_arm");
  private static final MethodHandle SIGNAL = UcpLibrary.function(UCP, "ucp_worker_signal");
  private static final MethodHandle ENDPOINT_CREATE = UcpLibrary.function(UCP, "ucp_ep_create");
  private static final MethodHandle ENDPOINT_FLUSH = UcpLibrary.function(UCP, "ucp_ep_flush_nbx");
  private static final MethodHandle PUT = UcpLibrary.function(UCP, "ucp_put_nbx");
  private static final MethodHandle GET = UcpLibrary.function(UCP, "ucp_get_nbx");
  private static final MethodHandle KEY_UNPACK = UcpLibrary.function(UCP, "ucp_ep_rkey_unpack");
  private static final MethodHandle KEY_DESTROY = UcpLibrary.function(UCP, "ucp_rkey_destroy");
  private static final MethodHandle ENDPOINT_CLOSE = UcpLibrary.function(UCP, "ucp_ep_close_nbx");

  /** The only function of more than six words; few programs need it. */
  private static final class Atomic {
    static final MethodHandle OPERATION =
        UcpLibrary.function(
            UCP,
            "ucp_atomic_op_nbx",
            JAVA_LONG,
            JAVA_LONG,
            JAVA_INT,
            JAVA_LONG,
            JAVA_LONG,
            JAVA_LONG,
            JAVA_LONG,
            JAVA_LONG);
  }

  private final long handle;
  private final WorkerTurns turns;

  /**
   * A worker of a context.
   *
   * @param severalThreads whether several threads may use it, one at a time; otherwise only the
   *     calling thread, until another one {@linkplain #takeOver takes over}
   */
  UcxWorker(long context, boolean severalThreads) {
    handle = WorkerLife.begin(context);
    turns = new WorkerTurns(severalThreads);
  }

  /** Looks up all functions that are called above, in its static initializer. */
  static void requireFunctions() {}

  /**
   * The calling thread takes the place of the thread that has used this worker, which will not call
   * again.
   */
  void takeOver() {
    turns.takeOver();
  }

  /** From now on several threads may use it, one at a time. */
  void share() {
    turns.share();
  }

  long send(long endpoint, long address, long length, long tag, long parameters) {
    assert turns.begin();
    try {
      return (long) TAG_SEND.invokeExact(endpoint, address, length, tag, parameters, 0L);
    } catch (Throwable e) {
      throw UcpLibrary.unexpected(e);
    } finally {
      assert turns.end();
    }
  }

  long sendSynchronously(long endpoint, long address, long length, long tag, long parameters) {
    assert turns.begin();
    try {
      return (long) TAG_SEND_SYNC.invokeExact(endpoint, address, length, tag, parameters, 0L);
    } catch (Throwable e) {
      throw UcpLibrary.unexpected(e);
    } finally {
      assert turns.end();
    }
  }

  long receive(long address, long length, long tag, long mask, long parameters) {
    assert turns.begin();
    try {
      return (long) TAG_RECEIVE.invokeExact(handle, address, length, tag, mask, parameters);
    } catch (Throwable e) {
      throw UcpLibrary.unexpected(e);
    } finally {
      assert turns.end();
    }
  }

  /** The message that was found, or 0. */
  long probe(long tag, long mask, boolean remove, long info) {
    assert turns.begin();
    try {
      return (long) TAG_PROBE.invokeExact(handle, tag, mask, remove ? 1L : 0L, info, 0L);
    } catch (Throwable e) {
      throw UcpLibrary.unexpected(e);
    } finally {
      assert turns.end();
    }
  }

  long receiveMessage(long address, long length, long message, long parameters) {
    assert turns.begin();
    try {
      return (long)
          TAG_MESSAGE_RECEIVE.invokeExact(handle, address, length, message, parameters, 0L);
    } catch (Throwable e) {
      throw UcpLibrary.unexpected(e);
    } finally {
      assert turns.end();
    }
  }

  int progress() {
    assert turns.begin();
    try {
      return (int) (long) PROGRESS.invokeExact(handle, 0L, 0L, 0L, 0L, 0L);
    } catch (Throwable e) {
      throw UcpLibrary.unexpected(e);
    } finally {
      assert turns.end();
    }
  }

  void free(long request) {
    assert turns.begin();
    try {
      FREE.invokeExact(request);
    } catch (Throwable e) {
      throw UcpLibrary.unexpected(e);
    } finally {
      assert turns.end();
    }
  }

  void cancel(long request) {
    assert turns.begin();
    try {
      long _ = (long) CANCEL.invokeExact(handle, request, 0L, 0L, 0L, 0L);
    } catch (Throwable e) {
      throw UcpLibrary.unexpected(e);
    } finally {
      assert turns.end();
    }
  }

  int status(long request) {
    assert turns.begin();
    try {
      return (byte) (long) CHECK_STATUS.invokeExact(request, 0L, 0L, 0L, 0L, 0L);
    } catch (Throwable e) {
      throw UcpLibrary.unexpected(e);
    } finally {
      assert turns.end();
    }
  }

  int arm() {
    assert turns.begin();
    try {
      return (byte) (long) ARM.invokeExact(handle, 0L, 0L, 0L, 0L, 0L);
    } catch (Throwable e) {
      throw UcpLibrary.unexpected(e);
    } finally {
      assert turns.end();
    }
  }

  /** Makes the event descriptor readable. */
  void signal() {
    assert turns.begin();
    try {
      UcpLibrary.check(
          (byte) (long) SIGNAL.invokeExact(handle, 0L, 0L, 0L, 0L, 0L), "ucp_worker_signal");
    } catch (Throwable e) {
      throw UcpLibrary.unexpected(e);
    } finally {
      assert turns.end();
    }
  }

  /** Makes an endpoint; returns a status. */
  int connect(long parameters, long endpoint) {
    assert turns.begin();
    try {
      return (byte) (long) ENDPOINT_CREATE.invokeExact(handle, parameters, endpoint, 0L, 0L, 0L);
    } catch (Throwable e) {
      throw UcpLibrary.unexpected(e);
    } finally {
      assert turns.end();
    }
  }

  long flush(long endpoint, long parameters) {
    assert turns.begin();
    try {
      return (long) ENDPOINT_FLUSH.invokeExact(endpoint, parameters, 0L, 0L, 0L, 0L);
    } catch (Throwable e) {
      throw UcpLibrary.unexpected(e);
    } finally {
      assert turns.end();
    }
  }

  long put(long endpoint, long from, long length, long to, long key, long parameters) {
    assert turns.begin();
    try {
      return (long) PUT.invokeExact(endpoint, from, length, to, key, parameters);
    } catch (Throwable e) {
      throw UcpLibrary.unexpected(e);
    } finally {
      assert turns.end();
    }
  }

  long get(long endpoint, long into, long length, long from, long key, long parameters) {
    assert turns.begin();
    try {
      return (long) GET.invokeExact(endpoint, into, length, from, key, parameters);
    } catch (Throwable e) {
      throw UcpLibrary.unexpected(e);
    } finally {
      assert turns.end();
    }
  }

  /** An access to one word, by {@code ucp_atomic_op_t}. */
  long atomic(long endpoint, int operation, long operand, long address, long key, long parameters) {
    assert turns.begin();
    try {
      return (long)
          Atomic.OPERATION.invokeExact(endpoint, operation, operand, 1L, address, key, parameters);
    } catch (Throwable e) {
      throw UcpLibrary.unexpected(e);
    } finally {
      assert turns.end();
    }
  }

  /** Makes a key of a peer's memory usable over an endpoint; returns a status. */
  int unpackKey(long endpoint, long packed, long key) {
    assert turns.begin();
    try {
      return (byte) (long) KEY_UNPACK.invokeExact(endpoint, packed, key, 0L, 0L, 0L);
    } catch (Throwable e) {
      throw UcpLibrary.unexpected(e);
    } finally {
      assert turns.end();
    }
  }

  /** Frees what {@link #unpackKey} has made. */
  void destroyKey(long key) {
    assert turns.begin();
    try {
      long _ = (long) KEY_DESTROY.invokeExact(key, 0L, 0L, 0L, 0L, 0L);
    } catch (Throwable e) {
      throw UcpLibrary.unexpected(e);
    } finally {
      assert turns.end();
    }
  }

  /** Flushes an endpoint and destroys it, so that it can't be used any more. */
  long disconnect(long endpoint, long parameters) {
    assert turns.begin();
    try {
      return (long) ENDPOINT_CLOSE.invokeExact(endpoint, parameters, 0L, 0L, 0L, 0L);
    } catch (Throwable e) {
      throw UcpLibrary.unexpected(e);
    } finally {
      assert turns.end();
    }
  }

  /** The address with which a peer connects to this worker. */
  byte[] address() {
    assert turns.begin();
    try {
      return WorkerLife.address(handle);
    } finally {
      assert turns.end();
    }
  }

  /** The descriptor that becomes readable with the worker's events. */
  int eventDescriptor() {
    assert turns.begin();
    try {
      return WorkerLife.eventDescriptor(handle);
    } finally {
      assert turns.end();
    }
  }

  /** Destroys it, and its endpoints with it. */
  @Override
  public void close() {
    assert turns.begin();
    WorkerLife.end(handle);
    assert turns.end();
  }
}
