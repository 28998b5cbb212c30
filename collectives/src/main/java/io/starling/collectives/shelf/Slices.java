package io.starling.collectives.shelf;

import io.starling.collectives.operation.Context;
import io.starling.runtime.StarlingException;
import io.starling.runtime.progress.RemoteMemory;

/**
 * The words by which ranks that share memory copy and fold in each other's memory: some runs at a
 * time, each in pieces, which are done for one or more columns.
 *
 * <pre>
 * for each run modulo RUNS
 *   a line of 64 bytes                    over     run + 1, once no rank needs its words any more
 *   a line of 64 bytes for each rank   0  said     run + 1, once the next ones are there; run before
 *                                      8  data     the place of its data, or NOWHERE
 *                                     16  result   the place of its result, or NOWHERE
 *                                     24  bytes    the length of its data
 *                                     32  call     what it calls
 *   a word for each piece and column      claim    as on a {@link Shelf}
 *   a word for each piece and column      done     run + 1, once it is done
 * </pre>
 *
 * Invariant: a rank says where its memory is only after its own run of {@link #RUNS} before has
 * ended. So in a run that ranks end together, all lines stay while a piece is missing. A run that
 * ranks leave one by one is over when the last one says so, and no rank enters the next run in its
 * place before.
 */
final class Slices extends CommonMemory {

  /** The most pieces of a run, each counted once for every column. */
  static final int CELLS = 512;

  /**
   * The words of a run that ranks leave one by one begin so many words later. A rank that is late
   * reads in the first word of a run that ranks end together whether that was shared; no later run
   * of the other kind writes this word before the late rank has begun it.
   */
  static final int LATER = (int) (Shelf.LINE / Long.BYTES);

  /** How many runs may be under way. */
  static final int RUNS = 8;

  /** How seldom ranks ask again whether all memory is mapped, in turns of {@link #RUNS} runs. */
  private static final int TURNS = 16;

  private static final long SAID = 0;
  private static final long DATA = 8;
  private static final long RESULT = 16;
  private static final long BYTES = 24;
  private static final long CALL = 32;

  private final int rank;
  private final int size;
  private final long[] entered = new long[RUNS];
  private final boolean[] isOpen = new boolean[RUNS];
  private final boolean[] wasMapped = new boolean[RUNS];
  private final boolean[] outlastsRanks = new boolean[RUNS];
  private RemoteMemory words;
  private boolean hasFailed;
  private long next;

  private Slices(Context context) {
    super(context);
    rank = context.rank();
    size = context.size();
    for (int slot = 0; slot < RUNS; slot++) {
      entered[slot] = (long) slot - RUNS;
    }
  }

  static Slices of(Context context) {
    record Key() {}
    return context.common(new Key(), Slices.class, Slices::new);
  }

  private long runBytes() {
    return (1L + size) * Shelf.LINE + 2L * (LATER + CELLS) * Long.BYTES;
  }

  @Override
  long wordBytes() {
    return RUNS * runBytes();
  }

  @Override
  long dataBytes() {
    return 0;
  }

  @Override
  String whatNeedsRoom() {
    return "the words of collectives in slices";
  }

  @Override
  void reached(int owner, int members, RemoteMemory itsWords, RemoteMemory none) {
    words = itsWords;
  }

  /** Without room for the words another algorithm always runs. */
  @Override
  void checkRoom() {}

  /** Numbers a run. */
  long number() {
    return next++;
  }

  /** Begins a run, unless an older one has its words; returns whether it did. */
  boolean enter(long run) {
    if (hasFailed) {
      throw new StarlingException(
          "rank %d: an earlier collective in slices of this communicator failed here, so that other ranks may still wait in it; use another communicator"
              .formatted(context().process(rank)));
    }
    int slot = slot(run);
    if (isOpen[slot] || entered[slot] != run - RUNS || !isOver(run - RUNS)) {
      return false;
    }
    isOpen[slot] = true;
    entered[slot] = run;
    return true;
  }

  /**
   * Whether a run takes the other algorithm at once, since not all memory was mapped in the run of
   * before in its place. All ranks have ended that one when they enter this one, so they answer
   * alike.
   */
  boolean isElsewhere(long run) {
    return lacksRoom() || (!wasMapped[slot(run)] && run / RUNS % TURNS != 0);
  }

  /** Whether all ranks map all memory of a run. */
  void learn(long run, boolean isMapped) {
    wasMapped[slot(run)] = isMapped;
  }

  /** Says where this rank's memory is. */
  void say(long run, long data, long result, long bytes, long call) {
    long line = line(run, rank);
    // A late rank that still reads what was said of the older run finds that it is gone.
    words.store(line + SAID, run);
    words.store(line + DATA, data);
    words.store(line + RESULT, result);
    words.store(line + BYTES, bytes);
    words.store(line + CALL, call);
    words.store(line + SAID, run + 1);
  }

  /** A run of this rank has failed after it had said where its memory is, or before. */
  void fail() {
    hasFailed = true;
  }

  /**
   * A run has ended that this rank had entered.
   *
   * @param isLeft whether other ranks may still need its words, until it {@linkplain #setOver is
   *     over}
   */
  void leave(long run, boolean isLeft) {
    isOpen[slot(run)] = false;
    outlastsRanks[slot(run)] = isLeft;
  }

  /** No rank needs the words of a run any more. */
  void setOver(long run) {
    words.store(place(run), run + 1);
  }

  private boolean isOver(long run) {
    return run < 0 || !outlastsRanks[slot(run)] || words.load(place(run)) > run;
  }

  private static int slot(long run) {
    return (int) (run % RUNS);
  }

  private long place(long run) {
    return slot(run) * runBytes();
  }

  private long line(long run, int its) {
    return place(run) + (1L + its) * Shelf.LINE;
  }

  private long claimPlace(long run, int cell) {
    return line(run, size) + (long) cell * Long.BYTES;
  }

  private long donePlace(long run, int cell) {
    return claimPlace(run, LATER + CELLS + cell);
  }

  /** Whether a rank has entered a run. */
  boolean hasSaid(long run, int its) {
    return words.load(line(run, its) + SAID) > run;
  }

  /**
   * What a rank has said of a run.
   *
   * @param data the place of its data
   * @param result the place of its result
   * @param bytes the length of its data
   * @param call what it calls
   */
  record Said(long data, long result, long bytes, long call) {}

  /** What a rank has said; null if it has ended the run and begins a later one in its place. */
  Said said(long run, int its) {
    long line = line(run, its);
    Said said =
        new Said(
            words.load(line + DATA),
            words.load(line + RESULT),
            words.load(line + BYTES),
            words.load(line + CALL));
    return words.load(line + SAID) == run + 1 ? said : null;
  }

  long claim(long run, int cell) {
    return words.load(claimPlace(run, cell));
  }

  void swapClaim(long run, int cell, long expected, long claim) {
    words.swap(claimPlace(run, cell), expected, claim);
  }

  boolean isDone(long run, int cell) {
    return words.load(donePlace(run, cell)) > run;
  }

  void setDone(long run, int cell) {
    words.store(donePlace(run, cell), run + 1);
  }
}
