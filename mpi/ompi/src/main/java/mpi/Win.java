package mpi;

import io.starling.collectives.Hints;
import io.starling.collectives.Window;
import io.starling.mpi.Arguments;
import io.starling.mpi.ErrorClass;
import io.starling.mpi.Failure;
import io.starling.runtime.ReductionOperator;
import java.nio.Buffer;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** Memory of each rank that all ranks of a communicator access (MPI 4.1, chapter 12). */
public final class Win implements Freeable {

  /** Without use. */
  public static final int WIN_NULL = 0;

  /** Memory of each rank (MPI_Win_allocate). */
  public static final int FLAVOR_PRIVATE = 0;

  /** Memory of all ranks (MPI_Win_allocate_shared). */
  public static final int FLAVOR_SHARED = 1;

  private final AttributeTable attributes;
  private final Epochs epochs = new Epochs();
  private WindowMemory memory;
  private Errhandler errhandler = MPI.ERRORS_ARE_FATAL;
  private String name = "";

  /**
   * A window of memory of the program (MPI_Win_create).
   *
   * @param base a direct buffer
   * @param size of the window, in elements of the buffer
   * @param dispUnit the unit of displacements, in elements of the buffer
   * @param info hints
   * @param communicator its ranks
   * @throws MPIException if an argument is wrong
   */
  public Win(Buffer base, int size, int dispUnit, Info info, Comm communicator)
      throws MPIException {
    this(
        info,
        communicator,
        ranks -> WindowMemory.over(ranks, NioBuffers.requireDirect(base), size, dispUnit));
  }

  /**
   * A window of new memory (MPI_Win_allocate, MPI_Win_allocate_shared). If the buffer is long
   * enough, it is the memory.
   *
   * @param size of the window, in elements of the buffer
   * @param dispUnit the unit of displacements, in elements of the buffer
   * @param info hints
   * @param communicator its ranks
   * @param base a direct buffer
   * @param flavor FLAVOR_PRIVATE or FLAVOR_SHARED; with others no window is made
   * @throws MPIException if an argument is wrong
   */
  public Win(int size, int dispUnit, Info info, Comm communicator, Buffer base, int flavor)
      throws MPIException {
    this(
        info,
        communicator,
        ranks ->
            flavor == FLAVOR_PRIVATE || flavor == FLAVOR_SHARED
                ? WindowMemory.allocated(ranks, NioBuffers.requireDirect(base), size, dispUnit)
                : null);
  }

  /**
   * A window without memory (MPI_Win_create_dynamic).
   *
   * @param info hints
   * @param communicator its ranks
   * @throws MPIException if an argument is wrong
   */
  public Win(Info info, Comm communicator) throws MPIException {
    this(info, communicator, WindowMemory::dynamic);
  }

  private Win(
      Info info,
      Comm communicator,
      Function<io.starling.collectives.Communicator, WindowMemory> made)
      throws MPIException {
    Hints hints = info.hints();
    memory =
        Calls.call(
            communicator.handler(),
            () -> {
              WindowMemory result = made.apply(communicator.intra());
              if (result != null && !hints.entries().isEmpty()) {
                result.window().setHints(hints);
              }
              return result;
            });
    attributes = memory == null ? new AttributeTable() : memory.attributes();
  }

  private Window window() {
    if (memory == null) {
      throw new Failure(ErrorClass.WIN, "the window was freed");
    }
    return memory.window();
  }

  /** A call that needs an epoch. */
  private void run(Consumer<Window> call) throws MPIException {
    Calls.run(errhandler, () -> Epochs.run(window(), call));
  }

  /**
   * Attaches memory to a dynamic window (MPI_Win_attach).
   *
   * @param base a direct buffer
   * @param size in elements of the buffer
   * @throws MPIException if the window is not dynamic
   */
  public void attach(Buffer base, int size) throws MPIException {
    Buffers.requireDirect(base);
    run(_ -> memory.attach(base, size));
  }

  /**
   * Detaches memory (MPI_Win_detach).
   *
   * @param base what was attached
   * @throws MPIException if it was not
   */
  public void detach(Buffer base) throws MPIException {
    Buffers.requireDirect(base);
    run(_ -> memory.detach(base));
  }

  /**
   * The processes (MPI_Win_get_group).
   *
   * @return a new group
   * @throws MPIException if the window was freed
   */
  public Group getGroup() throws MPIException {
    return Calls.call(errhandler, () -> new Group(window().group()));
  }

  private void checkTypes(Datatype origin, Datatype target) {
    if (origin.base() != target.base()) {
      throw new IllegalArgumentException("Both datatypes must have the same base type.");
    }
  }

  /** What an access needs of its origin and its target. */
  private record Access(
      io.starling.runtime.Buffer data, int rank, long displacement, int count, Datatype type) {

    io.starling.runtime.Datatype layout() {
      return type.committed().datatype();
    }
  }

  /** Checks the arguments of an access; null if its target is PROC_NULL. */
  private Access access(
      Buffer origin,
      int originCount,
      Datatype originType,
      int rank,
      int displacement,
      int count,
      Datatype type) {
    var data = Buffers.of(origin, originCount, originType);
    Arguments.count(count);
    boolean isRank = Epochs.isRank(rank, window());
    checkRange(rank, isRank, displacement, count, type);
    return isRank ? new Access(data, rank, displacement, count, type) : null;
  }

  private void checkRange(int rank, boolean isRank, int displacement, int count, Datatype type) {
    Window window = window();
    var elements = type.committed();
    boolean hasData = count > 0 && elements.datatype().size() > 0;
    if (isRank && window.flavour() != Window.Flavour.DYNAMIC && hasData) {
      if (displacement < 0) {
        throw new Failure(
            ErrorClass.DISP, "the displacement is %d; it is 0 or more".formatted(displacement));
      }
      long address = displacement * window.displacementUnit(rank);
      long bytes = elements.base().bytes();
      long last = (count - 1L) * elements.datatype().extent();
      long start = address + elements.trueLowerBound() * bytes;
      long first = start + Math.min(0, last);
      long end = start + Math.max(0, last) + elements.trueExtent() * bytes;
      if (first < 0 || end > window.bytes(rank)) {
        throw new Failure(
            ErrorClass.RMA_RANGE,
            "the access is to bytes %d to %d of rank %d; its window has %d bytes"
                .formatted(first, end - 1, rank, window.bytes(rank)));
      }
    }
  }

  /**
   * Copies elements to a target (MPI_Put).
   *
   * @param originAddr a direct buffer
   * @param originCount the number of elements
   * @param originType of the elements
   * @param targetRank the rank
   * @param targetDisp where the first element is, in units of the target
   * @param targetCount the number of elements there
   * @param targetType of the elements there
   * @throws MPIException if an argument is wrong, or there is no epoch
   */
  public void put(
      Buffer originAddr,
      int originCount,
      Datatype originType,
      int targetRank,
      int targetDisp,
      int targetCount,
      Datatype targetType)
      throws MPIException {
    Buffers.requireDirect(originAddr);
    checkTypes(originType, targetType);
    run(
        window -> {
          Access access =
              access(
                  originAddr,
                  originCount,
                  originType,
                  targetRank,
                  targetDisp,
                  targetCount,
                  targetType);
          if (access != null) {
            window.put(
                access.data, access.rank, access.displacement, access.layout(), access.count);
          }
        });
  }

  /**
   * Copies elements from a target (MPI_Get).
   *
   * @param originAddr a direct buffer
   * @param originCount the number of elements
   * @param originType of the elements
   * @param targetRank the rank
   * @param targetDisp where the first element is, in units of the target
   * @param targetCount the number of elements there
   * @param targetType of the elements there
   * @throws MPIException if an argument is wrong, or there is no epoch
   */
  public void get(
      Buffer originAddr,
      int originCount,
      Datatype originType,
      int targetRank,
      int targetDisp,
      int targetCount,
      Datatype targetType)
      throws MPIException {
    Buffers.requireDirect(originAddr);
    checkTypes(originType, targetType);
    run(
        window -> {
          Access access =
              access(
                  originAddr,
                  originCount,
                  originType,
                  targetRank,
                  targetDisp,
                  targetCount,
                  targetType);
          if (access != null) {
            window.get(
                access.data, access.rank, access.displacement, access.layout(), access.count);
          }
        });
  }

  /**
   * Folds elements into those of a target (MPI_Accumulate).
   *
   * @param originAddr a direct buffer
   * @param originCount the number of elements
   * @param originType of the elements
   * @param targetRank the rank
   * @param targetDisp where the first element is, in units of the target
   * @param targetCount the number of elements there
   * @param targetType of the elements there
   * @param op the operation
   * @throws MPIException if an argument is wrong, or there is no epoch
   */
  public void accumulate(
      Buffer originAddr,
      int originCount,
      Datatype originType,
      int targetRank,
      int targetDisp,
      int targetCount,
      Datatype targetType,
      Op op)
      throws MPIException {
    Buffers.requireDirect(originAddr);
    checkTypes(originType, targetType);
    Objects.requireNonNull(op, "op");
    run(
        window -> {
          Access access =
              access(
                  originAddr,
                  originCount,
                  originType,
                  targetRank,
                  targetDisp,
                  targetCount,
                  targetType);
          ReductionOperator operator = op.accumulating(originType);
          if (access != null) {
            window.accumulate(
                access.data,
                access.rank,
                access.displacement,
                access.layout(),
                access.count,
                operator);
          }
        });
  }

  /**
   * Folds elements into those of a target, and fetches what was there (MPI_Get_accumulate).
   *
   * @param originAddr a direct buffer
   * @param originCount the number of elements
   * @param originType of the elements
   * @param resultAddr a direct buffer
   * @param resultCount the number of elements in it
   * @param resultType of the elements in it
   * @param targetRank the rank
   * @param targetDisp where the first element is, in units of the target
   * @param targetCount the number of elements there
   * @param targetType of the elements there
   * @param op the operation
   * @throws MPIException if an argument is wrong, or there is no epoch
   */
  public void getAccumulate(
      Buffer originAddr,
      int originCount,
      Datatype originType,
      Buffer resultAddr,
      int resultCount,
      Datatype resultType,
      int targetRank,
      int targetDisp,
      int targetCount,
      Datatype targetType,
      Op op)
      throws MPIException {
    Buffers.requireDirect(originAddr);
    checkTypes(originType, targetType);
    Buffers.requireDirect(resultAddr);
    Objects.requireNonNull(op, "op");
    run(
        window -> {
          Access access =
              access(
                  originAddr,
                  originCount,
                  originType,
                  targetRank,
                  targetDisp,
                  targetCount,
                  targetType);
          var result = Buffers.of(resultAddr, resultCount, resultType);
          ReductionOperator operator = op.accumulating(targetType);
          if (access != null) {
            window.getAccumulate(
                access.data,
                result,
                access.rank,
                access.displacement,
                access.layout(),
                access.count,
                operator);
          }
        });
  }

  /**
   * Folds one element into that of a target, and fetches what was there (MPI_Fetch_and_op).
   *
   * @param originAddr a direct buffer
   * @param resultAddr a direct buffer
   * @param dataType of the element
   * @param targetRank the rank
   * @param targetDisp where the element is, in units of the target
   * @param op the operation
   * @throws MPIException if an argument is wrong, or there is no epoch
   */
  public void fetchAndOp(
      Buffer originAddr,
      Buffer resultAddr,
      Datatype dataType,
      int targetRank,
      int targetDisp,
      Op op)
      throws MPIException {
    Buffers.requireDirect(originAddr);
    Buffers.requireDirect(resultAddr);
    Objects.requireNonNull(op, "op");
    run(
        window -> {
          Access access = access(originAddr, 1, dataType, targetRank, targetDisp, 1, dataType);
          var result = Buffers.of(resultAddr, 1, dataType);
          ReductionOperator operator = op.accumulating(dataType);
          if (access != null) {
            window.fetchAndOperate(access.data, result, access.rank, access.displacement, operator);
          }
        });
  }

  /**
   * Replaces an element of a target if it equals another one (MPI_Compare_and_swap).
   *
   * @param originAddr a direct buffer with the new element
   * @param compareAddr a direct buffer with the element that is expected
   * @param resultAddr a direct buffer that takes the element that was there
   * @param targetType of the elements
   * @param targetRank the rank
   * @param targetDisp where the element is, in units of the target
   * @throws MPIException if an argument is wrong, or there is no epoch
   */
  public void compareAndSwap(
      Buffer originAddr,
      Buffer compareAddr,
      Buffer resultAddr,
      Datatype targetType,
      int targetRank,
      int targetDisp)
      throws MPIException {
    Buffers.requireDirect(originAddr);
    Buffers.requireDirect(compareAddr);
    Buffers.requireDirect(resultAddr);
    run(
        window -> {
          Access access = access(originAddr, 1, targetType, targetRank, targetDisp, 1, targetType);
          var expected = Buffers.of(compareAddr, 1, targetType);
          var result = Buffers.of(resultAddr, 1, targetType);
          if (access != null) {
            window.compareAndSwap(expected, access.data, result, access.rank, access.displacement);
          }
        });
  }

  /**
   * Ends an epoch of accesses of all ranks, and begins the next one (MPI_Win_fence).
   *
   * @param assertion 0, or bits of MODE_*
   * @throws MPIException in another epoch
   */
  public void fence(int assertion) throws MPIException {
    Calls.run(errhandler, () -> epochs.fence(window(), assertion));
  }

  /**
   * Begins an epoch of accesses to a group (MPI_Win_start).
   *
   * @param group the targets
   * @param assertion 0, or bits of MODE_*
   * @throws MPIException in another epoch
   */
  public void start(Group group, int assertion) throws MPIException {
    Calls.run(errhandler, () -> epochs.start(window(), group, assertion));
  }

  /**
   * Ends the epoch of {@link #start} (MPI_Win_complete).
   *
   * @throws MPIException if there is none
   */
  public void complete() throws MPIException {
    Calls.run(errhandler, () -> Epochs.run(window(), Window::complete));
  }

  /**
   * Lets a group access the memory (MPI_Win_post).
   *
   * @param group the origins
   * @param assertion 0, or bits of MODE_*
   * @throws MPIException in another epoch
   */
  public void post(Group group, int assertion) throws MPIException {
    Calls.run(errhandler, () -> epochs.post(window(), group, assertion));
  }

  /**
   * Waits until the group of {@link #post} has completed (MPI_Win_wait).
   *
   * @throws MPIException if this rank has not posted
   */
  public void waitFor() throws MPIException {
    Calls.run(errhandler, () -> Epochs.run(window(), Window::await));
  }

  /**
   * Locks the memory of a rank (MPI_Win_lock).
   *
   * @param lockType LOCK_EXCLUSIVE or LOCK_SHARED
   * @param rank the target
   * @param assertion 0 or MODE_NOCHECK
   * @throws MPIException if an argument is wrong, or in another epoch
   */
  public void lock(int lockType, int rank, int assertion) throws MPIException {
    Calls.run(errhandler, () -> epochs.lock(window(), lockType, rank, assertion));
  }

  /**
   * Ends the epoch of a lock (MPI_Win_unlock).
   *
   * @param rank the target
   * @throws MPIException if there is none
   */
  public void unlock(int rank) throws MPIException {
    Calls.run(errhandler, () -> epochs.unlock(window(), rank));
  }

  /**
   * Locks the memory of all ranks, together with others (MPI_Win_lock_all).
   *
   * @param assertion 0 or MODE_NOCHECK
   * @throws MPIException in another epoch
   */
  public void lockAll(int assertion) throws MPIException {
    Calls.run(errhandler, () -> epochs.lockAll(window(), assertion));
  }

  /**
   * Ends the epoch of {@link #lockAll} (MPI_Win_unlock_all).
   *
   * @throws MPIException if there is none
   */
  public void unlockAll() throws MPIException {
    Calls.run(errhandler, () -> Epochs.run(window(), Window::unlockAll));
  }

  /**
   * Orders loads and stores of this rank (MPI_Win_sync).
   *
   * @throws MPIException if the window was freed
   */
  public void sync() throws MPIException {
    Calls.run(errhandler, () -> Epochs.run(window(), Window::sync));
  }

  /**
   * Waits until accesses to a rank have taken effect (MPI_Win_flush).
   *
   * @param targetRank the target
   * @throws MPIException if it is not locked
   */
  public void flush(int targetRank) throws MPIException {
    Calls.run(errhandler, () -> flush(targetRank, Window::flush));
  }

  /**
   * Waits until all accesses have taken effect (MPI_Win_flush_all).
   *
   * @throws MPIException if no rank is locked
   */
  public void flushAll() throws MPIException {
    Calls.run(errhandler, () -> Epochs.run(window(), Window::flushAll));
  }

  /**
   * Waits until buffers of accesses to a rank may be used again (MPI_Win_flush_local).
   *
   * @param targetRank the target
   * @throws MPIException if it is not locked
   */
  public void flushLocal(int targetRank) throws MPIException {
    Calls.run(errhandler, () -> flush(targetRank, Window::flushLocal));
  }

  /**
   * Waits until buffers of all accesses may be used again (MPI_Win_flush_local_all).
   *
   * @throws MPIException if no rank is locked
   */
  public void flushLocalAll() throws MPIException {
    Calls.run(errhandler, () -> Epochs.run(window(), Window::flushLocalAll));
  }

  /** A flush of one rank. */
  @FunctionalInterface
  private interface Flush {
    void of(Window window, int rank);
  }

  private void flush(int rank, Flush flush) {
    if (Epochs.isRank(rank, window())) {
      Epochs.run(window(), window -> flush.of(window, rank));
    }
  }

  /**
   * Whether the group of {@link #post} has completed (MPI_Win_test).
   *
   * @return true if it has, and the epoch is over
   * @throws MPIException if this rank has not posted
   */
  public boolean test() throws MPIException {
    return Calls.call(
        errhandler,
        () -> {
          boolean[] done = new boolean[1];
          Epochs.run(window(), window -> done[0] = window.test());
          return done[0];
        });
  }

  /**
   * Starts a put (MPI_Rput).
   *
   * @param originAddr a direct buffer
   * @param originCount the number of elements
   * @param originType of the elements
   * @param targetRank the rank
   * @param targetDisp where the first element is, in units of the target
   * @param targetCount the number of elements there
   * @param targetType of the elements there
   * @return ends when the buffer may be used again
   * @throws MPIException if an argument is wrong, or there is no epoch
   */
  @SuppressWarnings("checkstyle:RedundantModifier") // As in the API.
  public final Request rPut(
      Buffer originAddr,
      int originCount,
      Datatype originType,
      int targetRank,
      int targetDisp,
      int targetCount,
      Datatype targetType)
      throws MPIException {
    Buffers.requireDirect(originAddr);
    checkTypes(originType, targetType);
    return request(
        () -> {
          Access access =
              access(
                  originAddr,
                  originCount,
                  originType,
                  targetRank,
                  targetDisp,
                  targetCount,
                  targetType);
          return access == null
              ? null
              : window()
                  .iPut(
                      access.data, access.rank, access.displacement, access.layout(), access.count);
        },
        originAddr);
  }

  /**
   * Starts a get (MPI_Rget).
   *
   * @param originAddr a direct buffer
   * @param originCount the number of elements
   * @param originType of the elements
   * @param targetRank the rank
   * @param targetDisp where the first element is, in units of the target
   * @param targetCount the number of elements there
   * @param targetType of the elements there
   * @return ends when the buffer may be used again
   * @throws MPIException if an argument is wrong, or there is no epoch
   */
  @SuppressWarnings("checkstyle:RedundantModifier") // As in the API.
  public final Request rGet(
      Buffer originAddr,
      int originCount,
      Datatype originType,
      int targetRank,
      int targetDisp,
      int targetCount,
      Datatype targetType)
      throws MPIException {
    Buffers.requireDirect(originAddr);
    checkTypes(originType, targetType);
    return request(
        () -> {
          Access access =
              access(
                  originAddr,
                  originCount,
                  originType,
                  targetRank,
                  targetDisp,
                  targetCount,
                  targetType);
          return access == null
              ? null
              : window()
                  .iGet(
                      access.data, access.rank, access.displacement, access.layout(), access.count);
        },
        originAddr);
  }

  /**
   * Folds elements into those of a target (MPI_Raccumulate).
   *
   * @param originAddr a direct buffer
   * @param originCount the number of elements
   * @param originType of the elements
   * @param targetRank the rank
   * @param targetDisp where the first element is, in units of the target
   * @param targetCount the number of elements there
   * @param targetType of the elements there
   * @param op the operation
   * @return ends when the buffer may be used again
   * @throws MPIException if an argument is wrong, or there is no epoch
   */
  public Request rAccumulate(
      Buffer originAddr,
      int originCount,
      Datatype originType,
      int targetRank,
      int targetDisp,
      int targetCount,
      Datatype targetType,
      Op op)
      throws MPIException {
    Buffers.requireDirect(originAddr);
    checkTypes(originType, targetType);
    Objects.requireNonNull(op, "op");
    return request(
        () -> {
          Access access =
              access(
                  originAddr,
                  originCount,
                  originType,
                  targetRank,
                  targetDisp,
                  targetCount,
                  targetType);
          ReductionOperator operator = op.accumulating(originType);
          return access == null
              ? null
              : window()
                  .iAccumulate(
                      access.data,
                      access.rank,
                      access.displacement,
                      access.layout(),
                      access.count,
                      operator);
        },
        originAddr);
  }

  /**
   * Folds elements into those of a target, and fetches what was there (MPI_Rget_accumulate).
   *
   * @param originAddr a direct buffer
   * @param originCount the number of elements
   * @param originType of the elements
   * @param resultAddr a direct buffer
   * @param resultCount the number of elements in it
   * @param resultType of the elements in it
   * @param targetRank the rank
   * @param targetDisp where the first element is, in units of the target
   * @param targetCount the number of elements there
   * @param targetType of the elements there
   * @param op the operation
   * @return ends when the buffers may be used again
   * @throws MPIException if an argument is wrong, or there is no epoch
   */
  public Request rGetAccumulate(
      Buffer originAddr,
      int originCount,
      Datatype originType,
      Buffer resultAddr,
      int resultCount,
      Datatype resultType,
      int targetRank,
      int targetDisp,
      int targetCount,
      Datatype targetType,
      Op op)
      throws MPIException {
    Buffers.requireDirect(originAddr);
    checkTypes(originType, targetType);
    Buffers.requireDirect(resultAddr);
    Objects.requireNonNull(op, "op");
    return request(
        () -> {
          Access access =
              access(
                  originAddr,
                  originCount,
                  originType,
                  targetRank,
                  targetDisp,
                  targetCount,
                  targetType);
          var result = Buffers.of(resultAddr, resultCount, resultType);
          ReductionOperator operator = op.accumulating(targetType);
          return access == null
              ? null
              : window()
                  .iGetAccumulate(
                      access.data,
                      result,
                      access.rank,
                      access.displacement,
                      access.layout(),
                      access.count,
                      operator);
        },
        originAddr,
        resultAddr);
  }

  private Request request(Supplier<io.starling.runtime.Request> start, Object... kept)
      throws MPIException {
    return Calls.call(
        errhandler,
        () -> {
          try {
            window();
            var started = start.get();
            return started == null
                ? new Request(null, null)
                : new Request(started, null, kept).with(errhandler);
          } catch (IllegalStateException e) {
            throw new Failure(ErrorClass.RMA_SYNC, e.getMessage(), e);
          }
        });
  }

  @Override
  public void free() throws MPIException {
    run(Window::close);
    memory = null;
  }

  /**
   * Sets the error handler (MPI_Win_set_errhandler).
   *
   * @param errhandler ERRORS_ARE_FATAL, which windows have at first, or ERRORS_RETURN
   * @throws MPIException if the window was freed
   */
  public void setErrhandler(Errhandler errhandler) throws MPIException {
    Objects.requireNonNull(errhandler, "errhandler");
    Calls.run(
        this.errhandler,
        () -> {
          window();
          this.errhandler = errhandler;
        });
  }

  /**
   * The error handler (MPI_Win_get_errhandler).
   *
   * @return what was set last
   * @throws MPIException if the window was freed
   */
  public Errhandler getErrhandler() throws MPIException {
    return Calls.call(
        errhandler,
        () -> {
          window();
          return errhandler;
        });
  }

  /**
   * Calls the error handler (MPI_Win_call_errhandler).
   *
   * @param errorCode for it
   * @throws MPIException never
   */
  public void callErrhandler(int errorCode) throws MPIException {
    Calls.callErrhandler(errhandler, errorCode);
  }

  /**
   * A new key of attributes (MPI_Win_create_keyval).
   *
   * @return the key
   * @throws MPIException before Init or after Finalize
   */
  public static int createKeyval() throws MPIException {
    return Calls.call(AttributeTable::createKeyval);
  }

  /**
   * Frees a key (MPI_Win_free_keyval).
   *
   * @param keyval a key
   * @throws MPIException if it is none
   */
  public static void freeKeyval(int keyval) throws MPIException {
    Calls.run(() -> AttributeTable.freeKeyval(keyval));
  }

  /**
   * Sets an attribute (MPI_Win_set_attr).
   *
   * @param keyval a key
   * @param value is serialised
   * @throws MPIException if the key is none, or the value is not serialisable
   */
  public void setAttr(int keyval, Object value) throws MPIException {
    Calls.run(
        errhandler,
        () -> {
          window();
          attributes.setAttr(keyval, value);
        });
  }

  /**
   * An attribute (MPI_Win_get_attr).
   *
   * @param keyval a key, WIN_BASE, WIN_SIZE or WIN_DISP_UNIT
   * @return a copy of the value, or null if there is none
   * @throws MPIException if the key is none
   */
  public Object getAttr(int keyval) throws MPIException {
    return Calls.call(
        errhandler,
        () -> {
          window();
          return attributes.getAttr(keyval);
        });
  }

  /**
   * Deletes an attribute (MPI_Win_delete_attr).
   *
   * @param keyval a key
   * @throws MPIException if the attribute is not set
   */
  public void deleteAttr(int keyval) throws MPIException {
    Calls.run(
        errhandler,
        () -> {
          window();
          attributes.deleteAttr(keyval);
        });
  }

  /**
   * Gives hints (MPI_Win_set_info).
   *
   * @param info replaces hints of the same keys
   * @throws MPIException if the window was freed
   */
  public void setInfo(Info info) throws MPIException {
    Hints hints = info.hints();
    Calls.run(errhandler, () -> window().setHints(hints));
  }

  /**
   * The hints (MPI_Win_get_info).
   *
   * @return a new info
   * @throws MPIException if the window was freed
   */
  public Info getInfo() throws MPIException {
    return Calls.call(errhandler, () -> new Info(window().hints()));
  }

  /**
   * Gives the window a name (MPI_Win_set_name).
   *
   * @param name cut to 63 bytes
   * @throws MPIException if the window was freed
   */
  public void setName(String name) throws MPIException {
    String cut = Datatype.cut(name);
    Calls.run(
        errhandler,
        () -> {
          window().rename(cut);
          this.name = cut;
        });
  }

  /**
   * The name (MPI_Win_get_name).
   *
   * @return empty if it was given none
   * @throws MPIException if the window was freed
   */
  public String getName() throws MPIException {
    return Calls.call(
        errhandler,
        () -> {
          window();
          return name;
        });
  }
}
