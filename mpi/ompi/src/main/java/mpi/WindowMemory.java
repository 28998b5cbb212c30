package mpi;

import io.starling.collectives.Communicator;
import io.starling.collectives.Window;
import io.starling.mpi.ErrorClass;
import io.starling.mpi.Failure;
import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A window of Starling and the memory of the program in it. */
final class WindowMemory {

  private final Window window;

  /** Reachable as long as the window is. */
  private final Object owner;

  private final Map<Long, MemorySegment> attached = new ConcurrentHashMap<>();

  private WindowMemory(Window window, Object owner) {
    this.window = window;
    this.owner = owner;
  }

  Window window() {
    return window;
  }

  /** The first elements of a buffer (MPI_Win_create). */
  static WindowMemory over(Communicator communicator, Buffer base, int size, int unit) {
    check(size, unit);
    int bytes = NioBuffers.elementBytes(base);
    MemorySegment memory = NioBuffers.segment(base);
    if (memory.byteSize() < (long) size * bytes) {
      throw new Failure(
          ErrorClass.SIZE,
          "the window has %d elements; the buffer has %d".formatted(size, base.capacity()));
    }
    return made(communicator, base, memory.asSlice(0, (long) size * bytes), (long) unit * bytes);
  }

  /** The first elements of a buffer, or memory of its own where it is too short. */
  static WindowMemory allocated(Communicator communicator, Buffer base, int size, int unit) {
    check(size, unit);
    long bytes = (long) size * NioBuffers.elementBytes(base);
    if (NioBuffers.segment(base).byteSize() >= bytes) {
      return over(communicator, base, size, unit);
    }
    ByteBuffer own = ByteBuffer.allocateDirect(Math.toIntExact(bytes));
    return made(
        communicator,
        own,
        MemorySegment.ofBuffer(own),
        (long) unit * NioBuffers.elementBytes(base));
  }

  /** Without memory (MPI_Win_create_dynamic). */
  static WindowMemory dynamic(Communicator communicator) {
    return new WindowMemory(communicator.createDynamicWindow(), communicator);
  }

  private static WindowMemory made(
      Communicator communicator, Object owner, MemorySegment memory, long unit) {
    return new WindowMemory(communicator.createWindow(memory, unit), owner);
  }

  private static void check(int size, int unit) {
    if (size < 0) {
      throw new Failure(ErrorClass.SIZE, "the size is %d; it is 0 or more".formatted(size));
    }
    if (unit <= 0) {
      throw new Failure(
          ErrorClass.DISP, "the displacement unit is %d; it is 1 or more".formatted(unit));
    }
  }

  private void requireDynamic() {
    if (window.flavour() != Window.Flavour.DYNAMIC) {
      throw new Failure(
          ErrorClass.RMA_FLAVOR, "the window has its memory; make one by new Win(info, comm)");
    }
  }

  /** Adds memory to a dynamic window. */
  void attach(Buffer base, int size) {
    requireDynamic();
    if (size < 0) {
      throw new Failure(ErrorClass.SIZE, "the size is %d; it is 0 or more".formatted(size));
    }
    MemorySegment memory =
        NioBuffers.segment(base).asSlice(0, (long) size * NioBuffers.elementBytes(base));
    try {
      window.attach(memory);
    } catch (IllegalArgumentException e) {
      throw new Failure(ErrorClass.RMA_ATTACH, e.getMessage(), e);
    }
    attached.put(memory.address(), memory);
  }

  /** Takes it away again. */
  void detach(Buffer base) {
    requireDynamic();
    MemorySegment memory = attached.remove(NioBuffers.segment(base).address());
    if (memory == null) {
      throw new Failure(ErrorClass.BASE, "this buffer is not attached to the window");
    }
    window.detach(memory);
  }

  /** Attributes that MPI gives each window. */
  AttributeTable attributes() {
    var table = new AttributeTable();
    int rank = window.rank();
    boolean isDynamic = window.flavour() == Window.Flavour.DYNAMIC;
    table.predefined(MPI.WIN_BASE, isDynamic ? 0L : window.memory().address());
    table.predefined(MPI.WIN_SIZE, (int) window.bytes(rank));
    table.predefined(MPI.WIN_DISP_UNIT, (int) window.displacementUnit(rank));
    return table;
  }

  @Override
  public String toString() {
    return window + " over " + owner;
  }
}
