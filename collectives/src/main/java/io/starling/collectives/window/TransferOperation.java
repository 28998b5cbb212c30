package io.starling.collectives.window;

import io.starling.collectives.operation.Context;
import io.starling.runtime.RankFailedException;
import io.starling.runtime.datatype.Block;
import io.starling.runtime.datatype.TypeMap;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.Operation;
import io.starling.runtime.progress.RemoteMemory;
import java.lang.foreign.MemorySegment;

/**
 * A put or a get where loads and stores do not reach the target. Data with gaps at the target is
 * accessed run by run; a few pieces of it are open at a time. Data on the heap, or with gaps here,
 * travels through scratch memory.
 */
final class TransferOperation extends Operation implements TypeMap.Mover {

  private static final long SHORTEST_PIECE = 16 << 10;
  private static final long RUNS_PER_PIECE = 64;

  private final Context context;
  private Target target;
  private Part part;
  private RemoteMemory.Access access;
  private Memory user;
  private Memory local;
  private MemorySegment scratch;
  private TypeMap map;
  private long offset;
  private long bytes;
  private long piece;
  private long posted;
  private int open;
  private boolean isCounted;
  private boolean isReusable;

  TransferOperation(Context context) {
    super(context.engine());
    this.context = context;
  }

  /** Whether it may run again after its end: no request refers to it. */
  boolean isReusable() {
    return isReusable;
  }

  /** No request will refer to it. */
  TransferOperation reusable() {
    isReusable = true;
    return this;
  }

  /**
   * Sets what the next run transfers.
   *
   * @param itsOffset from which the map's offsets count
   */
  TransferOperation use(
      Target itsTarget,
      Part itsPart,
      RemoteMemory.Access itsAccess,
      Memory itsUser,
      TypeMap itsMap,
      long itsOffset) {
    target = itsTarget;
    part = itsPart;
    access = itsAccess;
    user = itsUser;
    map = itsMap;
    offset = itsOffset;
    bytes = itsMap.size();
    piece =
        itsMap instanceof Block
            ? bytes
            : Math.max(SHORTEST_PIECE, RUNS_PER_PIECE * (bytes / Math.max(1, itsMap.runs())));
    return this;
  }

  @Override
  protected void start() {
    posted = 0;
    open = 0;
    if (user.isDirect()) {
      local = user;
    } else {
      scratch = engine().pool().acquire(bytes);
      local = Memory.of(scratch);
      if (access == RemoteMemory.Access.PUT) {
        user.read(0, scratch, 0, bytes);
      }
    }
    isCounted = true;
    target.began();
    post();
  }

  private void post() {
    if (posted < bytes) {
      long from = posted;
      long length = Math.min(piece, bytes - posted);
      posted += length;
      map.move(this, MemorySegment.NULL, offset, from, length, MemorySegment.NULL, from);
    }
  }

  /** Posts runs of the map. */
  @Override
  public void move(
      MemorySegment scattered,
      long place,
      long stride,
      long count,
      long length,
      MemorySegment packed,
      long packedOffset) {
    for (long i = 0; i < count; i++) {
      open++;
      access(
          0,
          0,
          access,
          part.remote(),
          target.process(),
          local,
          packedOffset + i * length,
          place + i * stride,
          length);
    }
  }

  @Override
  protected void onReceived(int child, int segment) {
    open--;
    if (open == 0) {
      post();
    }
  }

  @Override
  protected boolean finished() {
    return posted == bytes && open == 0;
  }

  /** After a failure, scratch memory may still be in use: it is left to the collector. */
  @Override
  protected void onEnd(boolean failed) {
    if (scratch != null && !failed) {
      if (access == RemoteMemory.Access.GET) {
        user.write(0, scratch, 0, bytes);
      }
      engine().pool().release(scratch);
    }
    scratch = null;
    local = null;
    user = null;
    if (isCounted) {
      isCounted = false;
      target.ended(this);
    }
  }

  @Override
  public RuntimeException obstacle() {
    return context.health().obstacle(this::describe);
  }

  @Override
  protected RankFailedException lost(int peer, String words) {
    return context.health().lost(this::describe, peer, words);
  }

  @Override
  public String describe() {
    boolean isPut = access == RemoteMemory.Access.PUT;
    return "%s of %d bytes %s the window's memory at rank %d"
        .formatted(isPut ? "put" : "get", bytes, isPut ? "to" : "from", target.process());
  }
}
