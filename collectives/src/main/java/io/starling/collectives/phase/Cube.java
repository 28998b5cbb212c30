package io.starling.collectives.phase;

import io.starling.collectives.exchange.Blocks;
import io.starling.collectives.exchange.Program;
import io.starling.collectives.exchange.Span;
import java.util.Arrays;

/**
 * Ranks as the points of a cube with {@code radix} points per edge, possibly fewer on the last
 * edge. In the round of an edge, the ranks on it divide the data that they hold: each keeps one
 * part and folds the others' parts into it. The lowest digit comes first, and a part belongs to the
 * rank of its number, so that operands stay in rank order. Ranks beyond the cube are paired with
 * others ({@link Pairs}).
 *
 * <pre>
 * radix 2, 8 ranks             rank 0 keeps      rank 5 keeps
 * round 0   0-1 2-3 4-5 6-7    0 1 2 3 . . . .   . . . . 4 5 6 7
 * round 1   0-2 1-3 4-6 5-7    0 1 . . . . . .   . . . . 4 5 . .
 * round 2   0-4 1-5 2-6 3-7    0 . . . . . . .   . . . . . 5 . .
 * </pre>
 */
public final class Cube {

  private final Program program;
  private final int[] edges;
  private final Pairs pairs;
  private final int index;

  /** A cube of all ranks of the program. */
  public Cube(Program program, int radix) {
    this(program, radix, 0);
  }

  /** A cube of which rank {@code favoured} is a point. */
  public Cube(Program program, int radix, int favoured) {
    this.program = program;
    int size = program.size();
    int[] found = new int[Integer.SIZE];
    int count = 0;
    int points = 1;
    while ((long) points * radix <= size) {
      found[count++] = radix;
      points *= radix;
    }
    int rest = size / points;
    if (rest > 1) {
      found[count++] = rest;
      points *= rest;
    }
    edges = Arrays.copyOf(found, count);
    pairs = new Pairs(program, points, favoured);
    index = pairs.index(program.rank());
  }

  /** The number of points, each of them a rank. */
  public int points() {
    return pairs.active();
  }

  /** Whether this rank is a point. */
  public boolean isPoint() {
    return pairs.isActive();
  }

  /** The number of this rank's point, or of its partner's. */
  public int index() {
    return index;
  }

  /** The number of a rank's point, or of its partner's. */
  public int index(int rank) {
    return pairs.index(rank);
  }

  /** The first of the one or two ranks that a point represents. */
  public int first(int point) {
    return pairs.first(point);
  }

  /** The other rank at this one's point, or -1. */
  public int partner() {
    return pairs.partner();
  }

  /** The number of the block with which a point ends: its digits in reverse order. */
  public int blockOf(int point) {
    int block = 0;
    int rest = point;
    for (int edge : edges) {
      block = block * edge + rest % edge;
      rest /= edge;
    }
    return block;
  }

  /** Points get the fold of both their ranks. */
  public Span foldPairs(Span own, Span into) {
    return pairs.fold(own, into);
  }

  /** The other ranks get the data of their points. */
  public void share(Span span) {
    pairs.share(span);
  }

  /** Every point gets the fold of one block, {@link #blockOf}. */
  public Span reduceScatter(Span own, Span into, Blocks blocks) {
    Span mine = own;
    int from = 0;
    int count = points();
    int stride = 1;
    for (int edge : edges) {
      int width = count / edge;
      int digit = index / stride % edge;
      for (int turn = 1; turn < edge; turn++) {
        int other = (digit + turn) % edge;
        int begin = from + other * width;
        program.send(neighbour(digit, other, stride), mine.blocks(blocks, begin, begin + width));
      }
      from += digit * width;
      foldParts(edge, stride, mine, into, blocks, from, width);
      mine = into;
      count = width;
      stride *= edge;
    }
    return mine;
  }

  /** Folds the other ranks' data of this rank's part along an edge, in order. */
  private void foldParts(
      int edge, int stride, Span own, Span into, Blocks blocks, int from, int width) {
    int digit = index / stride % edge;
    Span target = into.blocks(blocks, from, from + width);
    Span mine = own.blocks(blocks, from, from + width);
    for (int other = digit - 1; other >= 0; other--) {
      program.receiveAndFoldBefore(neighbour(digit, other, stride), mine, target);
      mine = target;
    }
    for (int other = digit + 1; other < edge; other++) {
      program.receiveAndFold(neighbour(digit, other, stride), mine, target);
      mine = target;
    }
  }

  /** Every point has one block and gets all blocks. */
  public void allgather(Span span, Blocks blocks) {
    int from = blockOf(index);
    int count = 1;
    int stride = points();
    for (int round = edges.length - 1; round >= 0; round--) {
      int edge = edges[round];
      stride /= edge;
      int digit = index / stride % edge;
      int begin = from - digit * count;
      for (int turn = 1; turn < edge; turn++) {
        int other = (digit + turn) % edge;
        program.send(neighbour(digit, other, stride), span.blocks(blocks, from, from + count));
      }
      receiveParts(span, blocks, edge, stride, begin, count);
      from = begin;
      count *= edge;
    }
  }

  private void receiveParts(Span span, Blocks blocks, int edge, int stride, int begin, int count) {
    int digit = index / stride % edge;
    for (int turn = 1; turn < edge; turn++) {
      int other = (digit + edge - turn) % edge;
      int part = begin + other * count;
      program.receive(neighbour(digit, other, stride), span.blocks(blocks, part, part + count));
    }
  }

  /** Every point has one block; rank {@code root}, a point, gets all blocks. */
  public void gather(Span span, Blocks blocks, int root) {
    int from = blockOf(index);
    int count = 1;
    int stride = points();
    for (int round = edges.length - 1; round >= 0; round--) {
      int edge = edges[round];
      stride /= edge;
      int digit = index / stride % edge;
      int rootDigit = pairs.index(root) / stride % edge;
      if (digit != rootDigit) {
        program.send(neighbour(digit, rootDigit, stride), span.blocks(blocks, from, from + count));
        return;
      }
      from -= digit * count;
      receiveParts(span, blocks, edge, stride, from, count);
      count *= edge;
    }
  }

  private int neighbour(int digit, int other, int stride) {
    return pairs.rank(index + (other - digit) * stride);
  }
}
