package io.starling.collectives.file;

import io.starling.runtime.Status;
import io.starling.runtime.memory.Memory;
import java.lang.foreign.MemorySegment;

/**
 * A read or write of all ranks, in two phases (ROMIO, Thakur, Gropp and Lusk 1999). Each rank
 * decides for itself: long runs it reads or writes itself; short ones it exchanges with the
 * aggregators, one rank on each host, which have the blocks of the file in turn ({@link Portions}).
 * A header tells each aggregator which bytes are wanted, as a map, so that both sides know all
 * portions and no list of runs is sent.
 *
 * <pre>
 * ranks          header, map ──> aggregator: the portions of all ranks, block by block
 * write          portion ──────> into the block ──> file
 * read           portion <────── out of the block <── file
 * </pre>
 *
 * <p>An aggregator has two blocks open: one is filled or emptied while the other one is at the
 * file. Ranks send and receive portions in ascending order, a few at a time, so the first open
 * block of an aggregator always makes progress.
 */
abstract class CollectiveTransfer extends FileOperation {

  static final int HEADER = FIRST_SEGMENT;
  static final int MAP = HEADER + 1;
  static final int FIRST_DATA = MAP + 1;

  /** What other threads do: this rank's own access, or that of a block. */
  static final int OWN_ACCESS = 0;

  static final int BLOCK_ACCESS = 1;

  /** The portions that a rank exchanges with an aggregator at a time. */
  static final int WINDOW = 2;

  private static final int DATA_SEGMENTS = (1 << 20) - FIRST_DATA;

  /** Without another thread, which takes 50 us to begin. */
  private static final long MOST_BYTES_AT_ONCE = 64 << 10;

  final FileState file;
  final FilePart part;
  final Memory user;
  final int[] aggregators;
  final long blockBytes;
  private final boolean writes;
  private final String what;
  private final boolean exchanges;
  final Portions[] portions;
  final int[] inFlight;
  final BlockSlot[] slots = {new BlockSlot(0), new BlockSlot(1)};
  private Portions[] wanted;
  private AccessHeaders headers;
  private int headersMissing;
  private int controls;
  private boolean accessOpen;
  private boolean isConcluded;
  private RuntimeException trouble;

  /** Written by the thread of this rank's own access. */
  private Throwable ownTrouble;

  private long transferred;

  CollectiveTransfer(
      FileState file,
      String call,
      boolean writes,
      boolean exchanges,
      FilePart part,
      Memory user,
      RuntimeException refusal) {
    super(file.member.context(), call, refusal);
    this.file = file;
    this.part = part;
    this.user = user;
    this.writes = writes;
    this.exchanges = exchanges;
    what = "%s of %d bytes, file %s".formatted(call, part.bytes(), file.path());
    aggregators = file.aggregators;
    blockBytes = file.hints.blockBytes();
    portions = new Portions[aggregators.length];
    inFlight = new int[aggregators.length];
  }

  /** Sends or receives portions, if it may. */
  abstract void pump(int aggregator);

  /** The aggregator takes a block: posts receives of its portions, or reads it. */
  abstract void open(BlockSlot slot);

  /** The access of a block is over. */
  abstract void onBlockAccessed(BlockSlot slot);

  /** A portion has arrived. */
  abstract void onPortion(int child);

  /** A portion was sent. */
  abstract void onPortionSent(int child);

  /** Whether this rank is an aggregator. */
  final int ownAggregator() {
    for (int i = 0; i < aggregators.length; i++) {
      if (aggregators[i] == context().rank()) {
        return i;
      }
    }
    return -1;
  }

  @Override
  final void startPart() {
    int _ = file.open.incrementAndGet();
    FilePart shared = exchanges ? part : FilePart.EMPTY;
    for (int i = 0; i < aggregators.length; i++) {
      portions[i] = new Portions(shared, blockBytes, aggregators.length, i);
    }
    int ranks = ownAggregator() < 0 ? 0 : context().size();
    headers = new AccessHeaders(engine().pool(), ranks);
    wanted = new Portions[ranks];
    headersMissing = ranks;
    for (int rank = 0; rank < ranks; rank++) {
      receiveFrom(
          rank, rank, HEADER, headers.memory(), AccessHeaders.offsetOf(rank), AccessHeaders.BYTES);
    }
    sendHeaders(shared);
    for (int i = 0; i < aggregators.length; i++) {
      pump(i);
    }
    if (!exchanges && part.bytes() > 0) {
      startOwnAccess();
    }
    progress();
  }

  private void sendHeaders(FilePart shared) {
    Memory map = headers.write(shared);
    for (int i = 0; i < aggregators.length; i++) {
      controls++;
      sendTo(aggregators[i], i, HEADER, headers.memory(), 0, AccessHeaders.BYTES, false);
      if (map != null) {
        controls++;
        sendTo(aggregators[i], i, MAP, map, 0, map.byteSize(), false);
      }
    }
  }

  private void startOwnAccess() {
    boolean isShort = part.bytes() <= MOST_BYTES_AT_ONCE && !file.atomic;
    boolean here = isShort || !AccessCall.isShared(user);
    accessOpen = true;
    work(0, OWN_ACCESS, here ? Runnable::run : file.threads, this::accessOwn);
  }

  private void accessOwn() {
    try {
      transferred = file.access(writes, part, user, Patience.of(file.handle));
    } catch (RuntimeException | Error e) {
      ownTrouble = e;
    }
  }

  /** Notes the first failure of this rank's part, if it is one; the part goes on without data. */
  private void fails(Throwable failure) {
    if (trouble == null && failure != null) {
      trouble = FileTrouble.ofAny(file.rank(), file.path(), failure);
    }
  }

  final boolean hasFailed() {
    return trouble != null;
  }

  @Override
  final void onPartReceived(int child, int segment) {
    switch (segment) {
      case HEADER -> onHeader(child);
      case MAP -> learn(child);
      default -> {
        onPortion(child);
        progress();
      }
    }
  }

  private void onHeader(int rank) {
    Memory map = headers.roomForMap(rank);
    if (map == null) {
      learn(rank);
    } else {
      receiveFrom(rank, rank, MAP, map, 0, map.byteSize());
    }
  }

  private void learn(int rank) {
    wanted[rank] =
        new Portions(headers.part(rank), blockBytes, aggregators.length, ownAggregator());
    headersMissing--;
    if (headersMissing == 0) {
      openBlocks();
      progress();
    }
  }

  /** Takes the next blocks that ranks want, as long as slots are free. */
  final void openBlocks() {
    for (BlockSlot slot : slots) {
      long next = slot.isOpen() ? Long.MAX_VALUE : nextBlock();
      if (next == Long.MAX_VALUE) {
        continue;
      }
      slot.begin(this, next);
      for (int rank = 0; rank < wanted.length; rank++) {
        if (wanted[rank].block() == next) {
          slot.add(rank, wanted[rank]);
          wanted[rank].advance();
        }
      }
      open(slot);
    }
  }

  private long nextBlock() {
    long next = Long.MAX_VALUE;
    for (Portions of : wanted) {
      next = Math.min(next, of.block());
    }
    return next;
  }

  /** Reads or writes a block on another thread. */
  final void accessBlock(BlockSlot slot, Runnable access) {
    work(
        slot.number(),
        BLOCK_ACCESS,
        file.threads,
        () -> {
          try {
            access.run();
          } catch (RuntimeException | Error e) {
            slot.fails(e);
          }
        });
  }

  /** Memory for a block. */
  final MemorySegment takeBlock() {
    return engine().pool().acquire(blockBytes);
  }

  /** The segment of the portions of a block. */
  final int dataSegment(long block) {
    return FIRST_DATA + (int) (block / aggregators.length % DATA_SEGMENTS);
  }

  final void count(long bytes) {
    transferred += bytes;
  }

  /** What was read or written, after a success. */
  final Status status() {
    return BackgroundAccess.status(transferred);
  }

  @Override
  void release() {
    headers.release(engine().pool());
    for (BlockSlot slot : slots) {
      slot.release(engine().pool());
    }
  }

  @Override
  void ended() {
    int _ = file.open.decrementAndGet();
  }

  @Override
  public final String describe() {
    return what;
  }

  @Override
  final void onPartSent(int child, int segment) {
    if (segment < FIRST_DATA) {
      controls--;
    } else {
      onPortionSent(child);
    }
    progress();
  }

  @Override
  protected final void onWorked(int child, int segment) {
    if (segment == OWN_ACCESS) {
      accessOpen = false;
      fails(ownTrouble);
    } else {
      BlockSlot slot = slots[child];
      fails(slot.failure());
      onBlockAccessed(slot);
    }
    progress();
  }

  private boolean isServing() {
    return slots[0].isOpen() || slots[1].isOpen() || nextBlock() != Long.MAX_VALUE;
  }

  /** Concludes when everything is done. */
  private void progress() {
    if (isConcluded || controls > 0 || accessOpen || headersMissing > 0 || isServing()) {
      return;
    }
    for (int i = 0; i < portions.length; i++) {
      if (inFlight[i] > 0 || !portions[i].isOver()) {
        return;
      }
    }
    isConcluded = true;
    conclude(trouble);
  }
}
