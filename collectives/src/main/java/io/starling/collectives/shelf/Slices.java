package io.starling.collectives.shelf;

import io.starling.collectives.operation.Context;
import io.starling.runtime.StarlingException;
import io.starling.runtime.progress.RemoteMemory;

/**
 * The words by which ranks that share memory fold in each other's memory: some runs at a time, each
 * in pieces.
 *
 * <pre>
 * for each run modulo RUNS
 *   a line of 64 bytes for each rank   0  said     run + 1, once the next ones are there; run before
 *                                      8  data     the place of its data, or NOWHERE
 *                                     16  result   the place of its result, or NOWHERE
 *                                     24  bytes    the length of its data
 *                                     32  call     what it calls
 *   a word for each piece                 claim    as on a {@link Shelf}
 *   a word for each piece                 done     run + 1, once it lies in all results
 * </pre>
 *
 * Invariant: a rank says where its memory is only after its own run of {@link #RUNS} before has
 * ended. So while a piece of a run is missing, all lines of the run stay.
 */
final class Slices extends CommonMemory {

  /** The most pieces of a run. */
  static final int PIECES = 256;

  /** How many runs may be under way. */
  static final int RUNS = 8;

  /** How seldom ranks ask again whether all memory is mapped, in turns of {@link #RUNS} runs. */
  private static final int TURNS = 16;

  private static final long SAID = 0;
  private static final long DATA = 8;
  private static final long RESULT = 16;
  private static final long BYTES = 24;
  private static final long CALL = 32;

  /** How long a rank waits for accesses of others to its memory after a failure. */
  private static final long LONGEST_PIECE_NANOSECONDS = 20_000_000;

  private static final int WORDS = 4;

  private final int rank;
  private final int size;
  private final long[] entered = new long[RUNS];
  private final boolean[] isOpen = new boolean[RUNS];
  private final boolean[] wasMapped = new boolean[RUNS];
  private final long[] said;
  private RemoteMemory words;
  private boolean hasFailed;
  private long next;

  private Slices(Context context) {
    super(context);
    rank = context.rank();
    size = context.size();
    said = new long[WORDS * size];
    for (int slot = 0; slot < RUNS; slot++) {
      entered[slot] = (long) slot - RUNS;
    }
  }

  static Slices of(Context context) {
    record Key() {}
    return context.common(new Key(), Slices.class, Slices::new);
  }

  private long runBytes() {
    return size * Shelf.LINE + 2L * PIECES * Long.BYTES;
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
    return "the words of reduces in slices";
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
    if (isOpen[slot] || entered[slot] != run - RUNS) {
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

  /**
   * A run of this rank has failed. If it had said where its memory is, no rank accesses that any
   * more after this: this rank claims all pieces that are left, and waits for those that others
   * fold now. A rank that is stopped meanwhile is not awaited for ever.
   */
  void fail(long run, int pieces, boolean hasSaid) {
    hasFailed = true;
    if (!hasSaid) {
      return;
    }
    for (int piece = 0; piece < pieces; piece++) {
      long claim = claim(run, piece);
      if (!Shelf.isClaimFrom(claim, run)) {
        swapClaim(run, piece, claim, Shelf.nextClaim(claim, run, rank));
      }
    }
    long began = System.nanoTime();
    for (int piece = 0; piece < pieces; piece++) {
      while (isFoldedByOther(run, piece) && System.nanoTime() - began < LONGEST_PIECE_NANOSECONDS) {
        Thread.onSpinWait();
      }
    }
  }

  private boolean isFoldedByOther(long run, int piece) {
    long claim = claim(run, piece);
    return Shelf.isClaimOf(claim, run) && Shelf.claimant(claim) != rank && !isDone(run, piece);
  }

  /** A run has ended that this rank had entered. */
  void leave(long run) {
    isOpen[slot(run)] = false;
  }

  private static int slot(long run) {
    return (int) (run % RUNS);
  }

  private long line(long run, int its) {
    return slot(run) * runBytes() + its * Shelf.LINE;
  }

  private long claimPlace(long run, int piece) {
    return slot(run) * runBytes() + size * Shelf.LINE + (long) piece * Long.BYTES;
  }

  private long donePlace(long run, int piece) {
    return claimPlace(run, PIECES + piece);
  }

  /** Whether a rank has entered a run. */
  boolean hasSaid(long run, int its) {
    return words.load(line(run, its) + SAID) > run;
  }

  /**
   * What all ranks have said of a run, some words each; null if one of them has ended the run and
   * begins a later one in its place.
   */
  long[] said(long run) {
    for (int its = 0; its < size; its++) {
      said[dataOf(its)] = words.load(line(run, its) + DATA);
      said[resultOf(its)] = words.load(line(run, its) + RESULT);
      said[bytesOf(its)] = words.load(line(run, its) + BYTES);
      said[callOf(its)] = words.load(line(run, its) + CALL);
    }
    for (int its = 0; its < size; its++) {
      if (words.load(line(run, its) + SAID) != run + 1) {
        return null;
      }
    }
    return said;
  }

  static int dataOf(int its) {
    return WORDS * its;
  }

  static int resultOf(int its) {
    return WORDS * its + 1;
  }

  static int bytesOf(int its) {
    return WORDS * its + 2;
  }

  static int callOf(int its) {
    return WORDS * its + 3;
  }

  long claim(long run, int piece) {
    return words.load(claimPlace(run, piece));
  }

  void swapClaim(long run, int piece, long expected, long claim) {
    words.swap(claimPlace(run, piece), expected, claim);
  }

  boolean isDone(long run, int piece) {
    return words.load(donePlace(run, piece)) > run;
  }

  void setDone(long run, int piece) {
    words.store(donePlace(run, piece), run + 1);
  }
}
