package io.starling.collectives.alltoall;

import io.starling.collectives.exchange.Program;
import io.starling.collectives.exchange.Span;

/**
 * Every two ranks exchange their blocks for each other, in turns of disjoint pairs:
 *
 * <pre>
 * turn t of 5 ranks: r with (t - r) mod 5      turn t of 4 ranks: r with r XOR t
 *
 * 0   1-4 2-3 0        3   0-3 1-2 4           1   0-1 2-3
 * 1   0-1 2-4 3        4   0-4 1-3 2           2   0-2 1-3
 * 2   0-2 3-4 1                                3   0-3 1-2
 * </pre>
 *
 * <p>A block that is replaced in place is copied first, so each concurrent turn needs one block of
 * scratch memory.
 */
public final class PairwiseAlltoall {

  private final Program program;
  private final int atOnce;
  private final Span[] slots;

  private PairwiseAlltoall(Program program, int atOnce) {
    this.program = program;
    this.atOnce = atOnce;
    slots = program.isInPlace() ? slots(program, atOnce) : null;
  }

  /** Exchanges with one other rank at a time. */
  public static void oneAtATime(Program program) {
    new PairwiseAlltoall(program, 1).write();
  }

  /** Exchanges with as many others at a time as the receive window allows. */
  public static void windowAtATime(Program program) {
    new PairwiseAlltoall(program, program.receiveWindow()).write();
  }

  private static Span[] slots(Program program, int atOnce) {
    long longest = 0;
    for (int i = 0; i < program.size(); i++) {
      longest = Math.max(longest, i == program.rank() ? 0 : program.data(i).length());
    }
    Span[] slots = new Span[Math.clamp(program.size() - 1L, 1, atOnce)];
    for (int i = 0; i < slots.length; i++) {
      slots[i] = program.scratch(longest);
    }
    return slots;
  }

  private void write() {
    int rank = program.rank();
    int size = program.size();
    boolean power = Integer.bitCount(size) == 1;
    for (int turn = power ? 1 : 0; turn < size; turn++) {
      int peer = power ? rank ^ turn : Math.floorMod(turn - rank, size);
      if (peer != rank) {
        program.nextTurn(atOnce);
        Span block = program.data(peer);
        program.send(peer, slots == null ? block : saved(block, slots[turn % slots.length]));
        program.receive(peer, program.result(peer));
      }
    }
    program.copy(program.data(rank), program.result(rank));
  }

  private Span saved(Span block, Span slot) {
    Span copy = slot.slice(0, block.length());
    program.copy(block, copy);
    return copy;
  }
}
