package io.starling.collectives.alltoall;

import io.starling.collectives.exchange.Pattern;
import io.starling.collectives.exchange.Program;
import io.starling.collectives.exchange.Span;

/**
 * Blocks reach their ranks through others, in log2(P) rounds (Bruck and others, 1997): a block
 * whose destination is {@code d} ranks ahead moves in the rounds of d's set bits, together with all
 * blocks that have the same bit set.
 *
 * <pre>
 * round k   to rank r + 2^k: the blocks with bit k of their distance set, in one message
 *
 * distance 5   2^0 in round 0, 2^2 in round 2
 * </pre>
 *
 * <p>A received block stays in scratch memory until it is packed for its next round, so in place no
 * data is overwritten before it has been read.
 */
public final class BruckAlltoall implements Pattern {

  @Override
  public void write(Program program) {
    int rank = program.rank();
    int size = program.size();
    long length = program.data(rank).length();
    Span[] byDistance = new Span[size];
    for (int distance = 0; distance < size; distance++) {
      byDistance[distance] = program.data((rank + distance) % size);
    }
    for (int bit = 1; bit < size; bit *= 2) {
      Span packed = program.scratch(length * countWith(bit, size));
      Span received = program.scratch(packed.length());
      long at = 0;
      for (int distance = bit; distance < size; distance++) {
        if ((distance & bit) != 0) {
          program.copy(byDistance[distance], packed.slice(at, length));
          byDistance[distance] = received.slice(at, length);
          at += length;
        }
      }
      program.send((rank + bit) % size, packed);
      program.receive((rank + size - bit) % size, received);
    }
    for (int distance = 0; distance < size; distance++) {
      program.copy(byDistance[distance], program.result((rank + size - distance) % size));
    }
  }

  private static int countWith(int bit, int size) {
    int count = 0;
    for (int distance = bit; distance < size; distance++) {
      count += (distance & bit) != 0 ? 1 : 0;
    }
    return count;
  }
}
