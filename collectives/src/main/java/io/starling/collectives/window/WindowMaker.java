package io.starling.collectives.window;

import io.starling.collectives.Communicator;
import io.starling.collectives.call.Arguments;
import io.starling.collectives.call.Member;
import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.StarlingException;
import io.starling.runtime.progress.Engine;
import io.starling.runtime.progress.Exposure;
import io.starling.runtime.progress.RemoteMemory;
import io.starling.topology.Level;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Makes windows (MPI 4.1, section 12.2): each rank exposes its control block and its memory, and
 * all ranks exchange the keys.
 */
public final class WindowMaker {

  private static final byte[] NO_KEY = {};

  private final Member member;
  private final Communicator communicator;
  private final Engine engine;

  /** What a rank says of its part of a window. */
  private record Description(long bytes, long unit, byte[] control, byte[] memory) {

    byte[] encode() {
      return ByteBuffer.allocate(2 * Long.BYTES + Integer.BYTES + control.length + memory.length)
          .putLong(bytes)
          .putLong(unit)
          .putInt(control.length)
          .put(control)
          .put(memory)
          .array();
    }

    static Description decode(byte... encoded) {
      ByteBuffer words = ByteBuffer.wrap(encoded);
      long bytes = words.getLong();
      long unit = words.getLong();
      byte[] control = new byte[words.getInt()];
      words.get(control);
      byte[] memory = new byte[words.remaining()];
      words.get(memory);
      return new Description(bytes, unit, control, memory);
    }
  }

  /**
   * Makes windows of a communicator.
   *
   * @param member this rank's part in it
   * @param communicator that of a window belongs to the window alone
   */
  public WindowMaker(Member member, Communicator communicator) {
    this.member = member;
    this.communicator = communicator;
    engine = member.engine();
  }

  /** Checks what others are to access. */
  public static void checkMemory(Arguments arguments, MemorySegment memory) {
    arguments.present("memory", memory);
    if (!memory.isNative()) {
      throw arguments.refuse(
          "memory is on the Java heap, where the garbage collector moves it; allocate it by"
              + " Communicator.allocate or an Arena");
    }
    if (memory.isReadOnly()) {
      throw arguments.refuse("memory is read-only");
    }
    if (!memory.scope().isAlive()) {
      throw arguments.refuse("the arena of memory is closed");
    }
  }

  /** Checks the sizes of a window. */
  public static void checkSizes(Arguments arguments, long bytes, long unit) {
    if (bytes < 0) {
      throw arguments.refuse("bytes must be at least 0, not " + bytes);
    }
    if (unit < 1) {
      throw arguments.refuse("displacementUnit must be at least 1, not " + unit);
    }
  }

  /** A window of memory of the program. */
  public RankWindow create(MemorySegment memory, long unit) {
    return ofOwn(memory, unit, Arena.ofShared());
  }

  /** A window of memory that it allocates. */
  public RankWindow allocate(long bytes, long unit) {
    Arena arena = Arena.ofShared();
    return ofOwn(engine.pool().memory().allocate(bytes, arena), unit, arena);
  }

  private RankWindow ofOwn(MemorySegment own, long unit, Arena arena) {
    Exposure control = engine.expose(allocateControl(Control.BYTES, arena));
    Exposure exposure = engine.expose(own);
    var mine = new Description(own.byteSize(), unit, control.key(), exposure.key());
    byte[][] all = exchange(mine.encode());
    Transfers transfers = new Transfers(member.context());
    Target[] targets = new Target[all.length];
    for (int rank = 0; rank < all.length; rank++) {
      Description its = Description.decode(all[rank]);
      RemoteMemory remote = engine.reach(process(rank), its.memory);
      Part part = new Part(remote, 0, its.bytes, 0, its.unit);
      targets[rank] = target(rank, its, part, null, transfers);
    }
    var memory = new WindowMemory(own, null, null, control, exposure, arena);
    return new RankWindow(member, communicator, memory, targets, transfers);
  }

  /** A window to which memory is attached later. */
  public RankWindow dynamic() {
    Arena arena = Arena.ofShared();
    MemorySegment block = allocateControl(Control.ATTACHMENTS + Attachments.BYTES, arena);
    Exposure control = engine.expose(block);
    byte[][] all = exchange(new Description(0, 1, control.key(), NO_KEY).encode());
    Transfers transfers = new Transfers(member.context());
    Target[] targets = new Target[all.length];
    for (int rank = 0; rank < all.length; rank++) {
      Target.Finder finder = new AttachedMemory(member.context(), transfers);
      targets[rank] = target(rank, Description.decode(all[rank]), null, finder, transfers);
    }
    var attachments = new Attachments(engine, block.asSlice(Control.ATTACHMENTS));
    MemorySegment none = block.asSlice(0, 0);
    var memory = new WindowMemory(none, null, attachments, control, null, arena);
    return new RankWindow(member, communicator, memory, targets, transfers);
  }

  /** A window of one piece of memory, which rank 0 allocates. */
  public RankWindow shared(long bytes, long unit) {
    Arena arena = Arena.ofShared();
    Exposure control = engine.expose(allocateControl(Control.BYTES, arena));
    byte[][] all = exchange(new Description(bytes, unit, control.key(), NO_KEY).encode());
    long total = 0;
    for (byte[] one : all) {
      total = Math.addExact(total, Description.decode(one).bytes);
    }
    boolean isFirst = member.context().rank() == 0;
    MemorySegment piece = isFirst ? engine.pool().memory().allocate(total, arena) : null;
    Exposure exposure = isFirst ? engine.expose(piece) : null;
    byte[] key = exchange(isFirst ? exposure.key() : NO_KEY)[0];
    RemoteMemory remote = engine.reach(process(0), key);
    checkShared("allocateSharedWindow", remote.direct() != null);
    Transfers transfers = new Transfers(member.context());
    Target[] targets = new Target[all.length];
    MemorySegment own = null;
    long shift = 0;
    for (int rank = 0; rank < all.length; rank++) {
      Description its = Description.decode(all[rank]);
      Part part = new Part(remote, shift, its.bytes, 0, its.unit);
      targets[rank] = target(rank, its, part, null, transfers);
      own = rank == member.context().rank() ? part.memory() : own;
      shift += its.bytes;
    }
    var memory = new WindowMemory(own, remote.direct(), null, control, exposure, arena);
    return new RankWindow(member, communicator, memory, targets, transfers);
  }

  /** One piece of memory for the ranks of each host. It lives as long as the port. */
  public MemorySegment allocateShared(long bytes) {
    int rank = member.context().rank();
    int lowest = member.context().layout().group(Level.NODE, rank).lowest();
    long[] told = new long[2 * member.context().size()];
    communicator.allgather(Buffer.of(new long[] {bytes, lowest}), Buffer.of(told));
    for (int other = 0; other < member.context().size(); other++) {
      if (told[2 * other] != told[2 * (int) told[2 * other + 1]]) {
        throw member
            .arguments()
            .refuse(
                "allocateShared: rank %d has passed %d bytes, and rank %d of its host %d; pass the same"
                    .formatted(
                        process(other),
                        told[2 * other],
                        process((int) told[2 * other + 1]),
                        told[2 * (int) told[2 * other + 1]]));
      }
    }
    boolean allocates = rank == lowest;
    MemorySegment piece = allocates ? engine.pool().memory().allocate(bytes, Arena.ofAuto()) : null;
    byte[] own = allocates ? engine.expose(piece).key() : NO_KEY;
    byte[] key = exchange(own)[lowest];
    RemoteMemory remote = allocates ? null : engine.reach(process(lowest), key);
    checkShared("allocateShared", allocates || remote.direct() != null);
    return allocates ? piece : remote.direct();
  }

  private void checkShared(String call, boolean isReached) {
    int unreached = communicator.allreduce(isReached ? 0 : 1, ReductionOperator.SUM);
    if (unreached > 0) {
      throw new StarlingException(
          "rank %d, %s: loads and stores of %d of %d ranks do not reach the memory. The ranks must be on one host, in a job with shared memory (--transport auto or shared), with room in it; split the communicator by Level.NODE"
              .formatted(engine.rank(), call, unreached, member.context().size()));
    }
  }

  private MemorySegment allocateControl(long bytes, Arena arena) {
    return engine.pool().memory().allocate(bytes, arena);
  }

  private Target target(
      int rank, Description its, Part part, Target.Finder finder, Transfers transfers) {
    RemoteMemory control = engine.reach(process(rank), its.control);
    return new Target(rank, process(rank), control, part, finder, transfers);
  }

  private int process(int rank) {
    return member.context().process(rank);
  }

  /** What each rank passes, of any length. */
  private byte[][] exchange(byte... own) {
    int longest = communicator.allreduce(own.length, ReductionOperator.MAX);
    int block = Integer.BYTES + longest;
    byte[] mine =
        Arrays.copyOf(
            ByteBuffer.allocate(Integer.BYTES + own.length).putInt(own.length).put(own).array(),
            block);
    byte[] all = new byte[Math.multiplyExact(block, member.context().size())];
    communicator.allgather(Buffer.of(mine), Buffer.of(all));
    byte[][] result = new byte[member.context().size()][];
    for (int rank = 0; rank < result.length; rank++) {
      int at = rank * block;
      int length = ByteBuffer.wrap(all, at, Integer.BYTES).getInt();
      result[rank] = Arrays.copyOfRange(all, at + Integer.BYTES, at + Integer.BYTES + length);
    }
    return result;
  }
}
