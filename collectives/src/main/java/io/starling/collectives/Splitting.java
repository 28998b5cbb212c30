package io.starling.collectives;

import io.starling.runtime.memory.Buffer;
import io.starling.runtime.progress.Tags;
import io.starling.runtime.reduction.ReductionOperators;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Makes communicators of the ranks of another one (MPI 4.1, section 7.4.2). All ranks tell all what
 * they want and which context numbers they use, by a reduce and a broadcast:
 *
 * <pre>
 * long   0 ... 63                64                              65 ... 65 + size - 1
 *        numbers in use, OR      a rank is busy with another     colour + 1 and key of each rank
 *                                split, and all try again
 * </pre>
 */
final class Splitting {

  private static final int NUMBER_WORDS = Tags.MAX_CONTEXTS / Long.SIZE;
  private static final int BUSY_WORD = NUMBER_WORDS;
  private static final int FIRST_WISH = BUSY_WORD + 1;
  private static final int ROOT = 0;

  /** What a rank wants. */
  private record Wish(int rank, int color, int key) {

    long encode() {
      return (color + 1L) << Integer.SIZE | Integer.toUnsignedLong(key);
    }

    static Wish decode(int rank, long word) {
      return new Wish(rank, (int) (word >>> Integer.SIZE) - 1, (int) word);
    }
  }

  private final Member member;
  private final Movements movements;
  private final Reductions reductions;

  Splitting(Member member, Movements movements, Reductions reductions) {
    this.member = member;
    this.movements = movements;
    this.reductions = reductions;
  }

  /**
   * This rank's part in the communicator of its colour, or null where it has none.
   *
   * @param call what the user has called
   */
  Member split(int color, int key, String call) {
    member.checkUsable();
    if (color < 0 && color != Communicator.UNDEFINED) {
      throw new IllegalArgumentException(
          "rank %d: color %d is negative and not UNDEFINED"
              .formatted(member.engine().rank(), color));
    }
    member.engine().enter();
    member.numbers().begin(member.context().number());
    try {
      return agree(color, key, call);
    } finally {
      member.numbers().end(member.context().number());
      member.engine().leave();
    }
  }

  private Member agree(int color, int key, String call) {
    Wish mine = new Wish(member.context().rank(), color, key);
    long[] table = exchangeUntilAgreed(mine, call);
    if (ContextNumbers.areExhausted(Arrays.copyOf(table, NUMBER_WORDS))) {
      member.numbers().forgetRetired();
      table = exchangeUntilAgreed(mine, call);
    }
    int number =
        ContextNumbers.lowestFree(Arrays.copyOf(table, NUMBER_WORDS), member.engine().rank());
    if (color == Communicator.UNDEFINED) {
      return null;
    }
    int[] members =
        wishes(table).stream()
            .filter(wish -> wish.color == color)
            .sorted(Comparator.comparingInt(Wish::key).thenComparingInt(Wish::rank))
            .mapToInt(Wish::rank)
            .toArray();
    return member.derive(number, members);
  }

  private long[] exchangeUntilAgreed(Wish mine, String call) {
    long[] table = exchange(mine, call);
    while (table[BUSY_WORD] != 0) {
      member.numbers().giveUp(member.context().number());
      table = exchange(mine, call);
    }
    return table;
  }

  private long[] exchange(Wish mine, String call) {
    long[] own = new long[FIRST_WISH + member.context().size()];
    long[] used = member.numbers().toBits();
    System.arraycopy(used, 0, own, 0, used.length);
    own[BUSY_WORD] = member.numbers().mayChoose(member.context().number()) ? 0 : 1;
    own[FIRST_WISH + mine.rank] = mine.encode();
    long[] all = new long[own.length];
    reductions
        .reduce(Buffer.of(own), Buffer.of(all), ReductionOperators.BITWISE_OR, ROOT, () -> call)
        .run();
    movements.broadcast(Buffer.of(all), ROOT, () -> call).run();
    return all;
  }

  private static List<Wish> wishes(long[] table) {
    return IntStream.range(0, table.length - FIRST_WISH)
        .mapToObj(rank -> Wish.decode(rank, table[FIRST_WISH + rank]))
        .toList();
  }
}
