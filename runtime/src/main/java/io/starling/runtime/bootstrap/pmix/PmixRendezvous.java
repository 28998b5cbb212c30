package io.starling.runtime.bootstrap.pmix;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.starling.runtime.StarlingException;
import io.starling.runtime.bootstrap.api.Rendezvous;
import io.starling.runtime.log.Logs;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The rendezvous of ranks that a PMIx server has started. An exchange is a put, a commit and a
 * collecting fence: the servers exchange all data, and each rank then reads it from its own server.
 */
public final class PmixRendezvous implements Rendezvous {

  /** The variables that are set if a PMIx server has started this process. */
  public static final String NAMESPACE = "PMIX_NAMESPACE";

  public static final String RANK = "PMIX_RANK";

  private static final int SUCCESS = 0;
  private static final int SUCCESS_AT_ONCE = -157;
  private static final byte GLOBAL = 3;
  private static final String JOB_SIZE = "pmix.job.size";
  private static final String COLLECT = "pmix.collect";
  private static final String IMMEDIATE = "pmix.immediate";
  private static final String TIMEOUT = "pmix.timeout";
  private static final int GET_SECONDS = 20;
  private static final String PREFIX = "starling.";

  private final PmixLibrary library = new PmixLibrary();

  /** Never closed: PMIx's thread may call back until the process ends. */
  private final Arena arena = Arena.global();

  private final MemorySegment process = PmixMemory.process(arena);
  private final MemorySegment all;
  private final MemorySegment collect = PmixMemory.flag(COLLECT, arena);

  /** Data that a fence has collected may reach this rank's server shortly after the fence's end. */
  private final MemorySegment soon = PmixMemory.number(TIMEOUT, GET_SECONDS, arena);

  private final MemorySegment now = PmixMemory.flag(IMMEDIATE, arena);
  private final MemorySegment callback;
  private final int rank;
  private final int size;

  /**
   * A fence. PMIx's thread completes it with a status and its number: a fence that has timed out
   * may end while a later one is open.
   */
  private record Fence(long number, CompletableFuture<Integer> end) {}

  /** The open fence, or the last one. */
  private volatile Fence fence;

  private boolean closed;

  /**
   * Joins the job.
   *
   * @throws StarlingException if the server cannot be reached
   */
  public PmixRendezvous() {
    int status = library.init(process);
    if (status != SUCCESS) {
      throw new StarlingException(
          "PMIx_Init failed: %s; was this process started by 'srun --mpi=pmix' or mpirun itself, and does its launcher still run?"
              .formatted(library.describe(status)));
    }
    rank = PmixMemory.rank(process);
    all = PmixMemory.peer(process, PmixMemory.ALL_RANKS, arena);
    callback = library.callback(fencePassedHandle(), arena);
    size = jobSize();
  }

  private java.lang.invoke.MethodHandle fencePassedHandle() {
    try {
      return MethodHandles.lookup()
          .bind(this, "onFence", MethodType.methodType(void.class, int.class, long.class));
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("no method onFence", e);
    }
  }

  /** Upcall: {@code pmix_op_cbfunc_t}. No exception may pass through native frames. */
  @SuppressWarnings("unused")
  private void onFence(int status, long data) {
    try {
      Fence last = fence;
      if (last.number() == data) {
        last.end().complete(status);
      }
    } catch (Throwable e) {
      Logs.named("io.starling")
          .log(System.Logger.Level.ERROR, "rank " + rank + " lost the end of a fence", e);
    }
  }

  private int jobSize() {
    try (Arena scratch = Arena.ofConfined()) {
      MemorySegment result = scratch.allocate(ADDRESS);
      MemorySegment key = scratch.allocateFrom(JOB_SIZE);
      check(library.get(all, key, MemorySegment.NULL, 0, result), "PMIx_Get of " + JOB_SIZE);
      MemorySegment value = PmixMemory.valueAt(result);
      int number = PmixMemory.number(value);
      library.free(value);
      return number;
    }
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public List<byte[]> exchange(String name, byte[] own, Duration patience) {
    try (Arena scratch = Arena.ofConfined()) {
      MemorySegment key = scratch.allocateFrom(PREFIX + name);
      check(library.put(GLOBAL, key, PmixMemory.value(own, scratch)), "PMIx_Put of " + name);
      check(library.commit(), "PMIx_Commit of " + name);
      startFence(name, collect, 1);
      int status = awaitFence(name, patience);
      List<byte[]> values = new ArrayList<>(size);
      List<Integer> missing = new ArrayList<>();
      for (int peer = 0; peer < size; peer++) {
        byte[] value = get(peer, key, status == SUCCESS ? soon : now, scratch);
        values.add(value);
        if (value == null) {
          missing.add(peer);
        }
      }
      if (!missing.isEmpty()) {
        throw new StarlingException(
            "rank %d: '%s' is missing from the ranks %s, which have left or failed (%s)"
                .formatted(rank, name, missing, library.describe(status)));
      }
      return values;
    }
  }

  private int awaitFence(String name, Duration patience) {
    try {
      return fence.end().get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new StarlingException(
          "rank %d waited %d s for all %d ranks to enter '%s', and PMIx does not report which are missing; have all ranks started, and do all call Starling.world()?"
              .formatted(rank, patience.toSeconds(), size, name),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StarlingException("rank " + rank + " was interrupted while it waited for " + name);
    } catch (java.util.concurrent.ExecutionException e) {
      throw new IllegalStateException("a fence has a status", e);
    }
  }

  /** The contribution of a rank; null if there is none, or it has not arrived. */
  private byte[] get(int peer, MemorySegment key, MemorySegment info, Arena scratch) {
    MemorySegment from = PmixMemory.peer(process, peer, scratch);
    MemorySegment result = scratch.allocate(ADDRESS);
    if (library.get(from, key, info, 1, result) != SUCCESS) {
      return null;
    }
    MemorySegment value = PmixMemory.valueAt(result);
    MemorySegment data = PmixMemory.bytes(value);
    byte[] bytes = data.toArray(JAVA_BYTE);
    library.free(data);
    library.free(value);
    return bytes;
  }

  private void startFence(String name, MemorySegment info, int infos) {
    long number = fence == null ? 0 : fence.number() + 1;
    Fence started = new Fence(number, new CompletableFuture<>());
    fence = started;
    int status = library.fence(all, info, infos, callback, number);
    if (status == SUCCESS_AT_ONCE) {
      started.end().complete(SUCCESS);
    } else {
      check(status, "PMIx_Fence_nb of " + name);
    }
  }

  @Override
  public void enterFence(String name) {
    startFence(name, MemorySegment.NULL, 0);
  }

  @Override
  public boolean fencePassed(String name) {
    if (fence == null) {
      throw new IllegalStateException("rank " + rank + " has not entered fence '" + name + "'");
    }
    Integer status = fence.end().getNow(null);
    if (status != null && status != SUCCESS) {
      throw new StarlingException(
          "fence '%s' can't be passed: a rank has left the job without entering it (PMIx status %s)"
              .formatted(name, library.describe(status)));
    }
    return status != null;
  }

  @Override
  public void abort(int status, String reason) {
    if (!closed) {
      try (Arena scratch = Arena.ofConfined()) {
        check(library.abort(status, scratch.allocateFrom(reason)), "PMIx_Abort");
      }
    }
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      check(library.finish(), "PMIx_Finalize");
    }
  }

  private void check(int status, String call) {
    if (status != SUCCESS) {
      throw new StarlingException(
          "rank %d: %s failed: %s; does the launcher still run?"
              .formatted(rank, call, library.describe(status)));
    }
  }
}
