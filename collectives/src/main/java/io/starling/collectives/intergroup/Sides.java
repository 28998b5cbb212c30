package io.starling.collectives.intergroup;

import io.starling.collectives.exchange.Program;
import java.util.stream.IntStream;

/**
 * Two groups whose ranks are numbered together.
 *
 * <pre>
 * 0 ... lower - 1    lower ... lower + upper - 1
 * lower group        upper group
 * </pre>
 *
 * @param lower the number of ranks of the lower group
 * @param upper the number of ranks of the upper group
 */
public record Sides(int lower, int upper) {

  /** The ranks of one group, as numbers among all. */
  public record Side(int first, int size) {

    /** The number of one of its ranks. */
    public int number(int rank) {
      return first + rank;
    }

    /** The numbers of its ranks. */
    public int[] numbers() {
      return IntStream.range(first, first + size).toArray();
    }
  }

  /** The group of a number. */
  public Side of(int number) {
    return number < lower ? new Side(0, lower) : new Side(lower, upper);
  }

  /** The other group. */
  public Side opposite(int number) {
    return number < lower ? new Side(lower, upper) : new Side(0, lower);
  }

  /** The program of this rank's group alone. */
  Program inside(Program program) {
    return program.within(of(program.rank()).numbers());
  }

  /** The number of all ranks. */
  public int size() {
    return lower + upper;
  }
}
