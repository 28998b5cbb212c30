package io.starling.collectives.window;

import io.starling.collectives.Window;
import io.starling.collectives.call.Arguments;
import io.starling.collectives.call.Member;
import io.starling.runtime.Buffer;
import io.starling.runtime.StarlingException;
import io.starling.runtime.progress.Engine;
import io.starling.runtime.progress.RemoteMemory;
import io.starling.topology.Level;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * Makes windows (MPI 4.1, section 12.2): each rank exposes its control block and its memory, and
 * all ranks exchange the keys.
 */
public final class WindowMaker {

  private static final byte[] NO_KEY = {};

  private final Member member;
  private final WindowRanks ranks;
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

  /** Makes windows of some ranks. */
  public WindowMaker(WindowRanks ranks) {
    this.ranks = ranks;
    member = ranks.member();
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
      throw arguments.readOnly("memory");
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
    return ofOwn("createWindow", Window.Flavour.CREATED, _ -> memory, unit);
  }

  /** A window of memory that it allocates. */
  public RankWindow allocate(long bytes, long unit) {
    return ofOwn("allocateWindow", Window.Flavour.ALLOCATED, parts -> parts.allocate(bytes), unit);
  }

  private RankWindow ofOwn(
      String call, Window.Flavour flavour, Function<WindowParts, MemorySegment> memory, long unit) {
    WindowParts parts = WindowParts.ofWindow(engine);
    KeyExchange exchange = exchange(call);
    byte[][] all =
        exchange.step(
            () -> {
              byte[] control = parts.exposeControl(Control.BYTES);
              byte[] key = parts.expose(memory.apply(parts));
              return new Description(parts.own().byteSize(), unit, control, key).encode();
            },
            parts::close);
    Transfers transfers = new Transfers(member.context());
    IntFunction<Target> maker =
        rank -> {
          Description its = Description.decode(all[rank]);
          RemoteMemory remote = engine.reach(process(rank), its.memory);
          return target(rank, its, new Part(remote, 0, its.bytes, 0, its.unit), null, transfers);
        };
    exchange.step(() -> parts.reachAll(all.length, maker), parts::close);
    return window(flavour, parts, parts.toMemory(parts.own(), null, null), transfers);
  }

  /** A window to which memory is attached later. */
  public RankWindow dynamic() {
    WindowParts parts = WindowParts.ofWindow(engine);
    KeyExchange exchange = exchange("createDynamicWindow");
    byte[][] all =
        exchange.step(
            () -> {
              byte[] control = parts.exposeControl(Control.ATTACHMENTS + Attachments.BYTES);
              return new Description(0, 1, control, NO_KEY).encode();
            },
            parts::close);
    Transfers transfers = new Transfers(member.context());
    IntFunction<Target> maker =
        rank -> {
          Target.Finder finder = new AttachedMemory(member.context(), transfers);
          return target(rank, Description.decode(all[rank]), null, finder, transfers);
        };
    exchange.step(() -> parts.reachAll(all.length, maker), parts::close);
    MemorySegment block = parts.block();
    var attachments = new Attachments(engine, block.asSlice(Control.ATTACHMENTS));
    WindowMemory memory = parts.toMemory(block.asSlice(0, 0), null, attachments);
    return window(Window.Flavour.DYNAMIC, parts, memory, transfers);
  }

  /** A window of one piece of memory, which rank 0 allocates. */
  public RankWindow shared(long bytes, long unit) {
    String call = "allocateSharedWindow";
    WindowParts parts = WindowParts.ofWindow(engine);
    KeyExchange exchange = exchange(call);
    byte[][] all =
        exchange.step(
            () -> {
              byte[] control = parts.exposeControl(Control.BYTES);
              return new Description(bytes, unit, control, NO_KEY).encode();
            },
            parts::close);
    long[] shifts = shifts(call, all, parts::close);
    boolean isFirst = member.context().rank() == 0;
    byte[] key =
        exchange
            .step(
                () -> isFirst ? parts.expose(parts.allocateToShare(shifts[all.length])) : NO_KEY,
                parts::close)[0];
    byte[][] reached = exchange.step(() -> flag(parts.reach(process(0), key)), parts::close);
    checkShared(call, reached, parts::close);
    RemoteMemory remote = parts.remote();
    Transfers transfers = new Transfers(member.context());
    IntFunction<Target> maker =
        rank -> {
          Description its = Description.decode(all[rank]);
          return target(
              rank, its, new Part(remote, shifts[rank], its.bytes, 0, its.unit), null, transfers);
        };
    exchange.step(() -> parts.reachAll(all.length, maker), parts::close);
    MemorySegment own = parts.targets()[member.context().rank()].part().memory();
    WindowMemory memory = parts.toMemory(own, remote.direct(), null);
    return window(Window.Flavour.SHARED, parts, memory, transfers);
  }

  /** Where the parts of the ranks begin, and where the last one ends. */
  private long[] shifts(String call, byte[][] all, Runnable undo) {
    long[] shifts = new long[all.length + 1];
    for (int rank = 0; rank < all.length; rank++) {
      long bytes = Description.decode(all[rank]).bytes;
      if (bytes > Long.MAX_VALUE - shifts[rank]) {
        undo.run();
        throw new StarlingException(
            "rank %d, %s: the parts of the ranks have more than 2^63 - 1 bytes together"
                .formatted(engine.rank(), call));
      }
      shifts[rank + 1] = shifts[rank] + bytes;
    }
    return shifts;
  }

  private RankWindow window(
      Window.Flavour flavour, WindowParts parts, WindowMemory memory, Transfers transfers) {
    return RankWindow.of(ranks, flavour, memory, parts.targets(), transfers);
  }

  /** One piece of memory for the ranks of each host. It lives as long as the port. */
  public MemorySegment allocateShared(long bytes) {
    String call = "allocateShared";
    int rank = member.context().rank();
    int lowest = member.context().layout().group(Level.NODE, rank).lowest();
    checkSame(bytes, lowest);
    KeyExchange exchange = exchange(call);
    WindowParts parts = WindowParts.ofPort(engine);
    byte[] key =
        exchange
            .step(
                () -> rank == lowest ? parts.expose(parts.allocateToShare(bytes)) : NO_KEY,
                parts::close)[lowest];
    byte[][] reached = exchange.step(() -> flag(parts.reach(process(lowest), key)), parts::close);
    checkShared(call, reached, parts::close);
    return rank == lowest ? parts.own() : parts.remote().direct();
  }

  private void checkSame(long bytes, int lowest) {
    long[] told = new long[2 * member.context().size()];
    ranks.communicator().allgather(Buffer.of(new long[] {bytes, lowest}), Buffer.of(told));
    for (int other = 0; other < member.context().size(); other++) {
      int itsLowest = (int) told[2 * other + 1];
      if (told[2 * other] != told[2 * itsLowest]) {
        throw member
            .arguments()
            .refuse(
                "allocateShared: rank %d has passed %d bytes, and rank %d of its host %d; pass the same"
                    .formatted(
                        process(other), told[2 * other], process(itsLowest), told[2 * itsLowest]));
      }
    }
  }

  /** Whether loads and stores reach memory, for {@link #checkShared}. */
  private static byte[] flag(RemoteMemory remote) {
    return remote.direct() == null ? NO_KEY : new byte[1];
  }

  private void checkShared(String call, byte[][] reached, Runnable undo) {
    long unreached = Arrays.stream(reached).filter(flag -> flag.length == 0).count();
    if (unreached > 0) {
      undo.run();
      throw new StarlingException(
          "rank %d, %s: loads and stores of %d of %d ranks do not reach the memory. The ranks must be on one host, in a job with shared memory (--transport auto or shared), with room in it; split the communicator by Level.NODE"
              .formatted(engine.rank(), call, unreached, member.context().size()));
    }
  }

  private KeyExchange exchange(String call) {
    return new KeyExchange(ranks.communicator(), member.context(), call);
  }

  private Target target(
      int rank, Description its, Part part, Target.Finder finder, Transfers transfers) {
    RemoteMemory control = engine.reach(process(rank), its.control);
    return new Target(rank, process(rank), control, part, finder, transfers);
  }

  private int process(int rank) {
    return member.context().process(rank);
  }
}
