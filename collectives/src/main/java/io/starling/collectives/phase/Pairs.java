package io.starling.collectives.phase;

import io.starling.collectives.exchange.Program;
import io.starling.collectives.exchange.Span;

/**
 * Leaves as many ranks active as an algorithm can use, at least half of all. The first ranks form
 * pairs, so that an active rank represents consecutive ranks and operands stay in order. One rank
 * of each pair passes its data to the other.
 *
 * <pre>
 * 7 ranks, 4 active   (0 1) (2 3) (4 5) 6
 * index                 0     1     2   3
 * </pre>
 */
public final class Pairs {

  private final Program program;
  private final int active;
  private final int extra;
  private final int favoured;

  /**
   * Pairs.
   *
   * @param active the number of active ranks
   * @param favoured a rank that is active in its pair; in other pairs the lower one is
   */
  public Pairs(Program program, int active, int favoured) {
    this.program = program;
    this.active = active;
    this.extra = program.size() - active;
    this.favoured = favoured;
  }

  public int active() {
    return active;
  }

  /** The index of the active rank of a rank's pair. */
  public int index(int rank) {
    return rank < 2 * extra ? rank / 2 : rank - extra;
  }

  /** The first of the ranks that an active one represents. */
  public int first(int index) {
    return index < extra ? 2 * index : index + extra;
  }

  /** The active rank with this index. */
  public int rank(int index) {
    boolean isSecond = index < extra && favoured == 2 * index + 1;
    return isSecond ? favoured : first(index);
  }

  public boolean isActive() {
    return rank(index(program.rank())) == program.rank();
  }

  /** The other rank of this one's pair, or -1. */
  public int partner() {
    return program.rank() < 2 * extra ? program.rank() ^ 1 : -1;
  }

  /** The active rank gets the fold of both. */
  public Span fold(Span own, Span into) {
    int partner = partner();
    if (partner < 0) {
      return own;
    }
    if (!isActive()) {
      program.send(partner, own);
      return own;
    }
    if (partner < program.rank()) {
      program.receiveAndFoldBefore(partner, own, into);
    } else {
      program.receiveAndFold(partner, own, into);
    }
    return into;
  }

  /** The other rank gets the data of the active one. */
  public void share(Span span) {
    if (partner() >= 0) {
      if (isActive()) {
        program.send(partner(), span);
      } else {
        program.receive(partner(), span);
      }
    }
  }
}
