package io.starling.collectives.communicator;

import io.starling.collectives.Communicator;
import io.starling.collectives.call.ContextNumbers;
import io.starling.collectives.call.DataMovement;
import io.starling.collectives.call.Member;
import io.starling.collectives.call.Reductions;
import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.progress.Tags;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Makes communicators of the ranks of another one (MPI 4.1, section 7.4.2). All ranks exchange
 * their requests and the context numbers that they use, by a reduce and a broadcast:
 *
 * <pre>
 * long   0 ... 63                64                              65 ... 65 + size - 1
 *        numbers in use, OR      1  a rank is busy with another  colour + 1 and key of each rank
 *                                   split, and all try again
 *                                2  a rank uses numbers again
 * </pre>
 */
record Splitting(Member member, DataMovement dataMovement, Reductions reductions) {
  private static final int NUMBER_WORDS = Tags.MAX_CONTEXTS / Long.SIZE;
  private static final int STATE_WORD = NUMBER_WORDS;
  private static final long BUSY = 1;
  private static final long REUSES = 2;
  private static final int FIRST_REQUEST = STATE_WORD + 1;
  private static final int ROOT = 0;

  /** The request of a rank. */
  private record SplitRequest(int rank, int color, int key) {

    long encode() {
      return (color + 1L) << Integer.SIZE | Integer.toUnsignedLong(key);
    }

    static SplitRequest decode(int rank, long word) {
      return new SplitRequest(rank, (int) (word >>> Integer.SIZE) - 1, (int) word);
    }
  }

  /**
   * This rank's membership in the communicator of its color; null if it has none.
   *
   * @param call the user's call, for the name
   */
  Member split(int color, int key, String call) {
    member.checkUsable();
    if (color < 0 && color != Communicator.UNDEFINED) {
      throw new IllegalArgumentException(
          "rank %d: color %d is negative; colors are 0 or more, or UNDEFINED"
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
    SplitRequest mine = new SplitRequest(member.context().rank(), color, key);
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
        requests(table).stream()
            .filter(request -> request.color == color)
            .sorted(Comparator.comparingInt(SplitRequest::key).thenComparingInt(SplitRequest::rank))
            .mapToInt(SplitRequest::rank)
            .toArray();
    return member.derive(call, number, members, (table[STATE_WORD] & REUSES) == 0);
  }

  private long[] exchangeUntilAgreed(SplitRequest mine, String call) {
    long[] table = exchange(mine, call);
    while ((table[STATE_WORD] & BUSY) != 0) {
      member.numbers().giveUp(member.context().number());
      table = exchange(mine, call);
    }
    return table;
  }

  private long[] exchange(SplitRequest mine, String call) {
    long[] own = new long[FIRST_REQUEST + member.context().size()];
    long[] used = member.numbers().toBits();
    System.arraycopy(used, 0, own, 0, used.length);
    boolean mayChoose = member.numbers().mayChoose(member.context().number());
    own[STATE_WORD] = (mayChoose ? 0 : BUSY) + (member.numbers().areReused() ? REUSES : 0);
    own[FIRST_REQUEST + mine.rank] = mine.encode();
    long[] all = new long[own.length];
    String text = member.check() ? call : null;
    reductions
        .reduce(Buffer.of(own), Buffer.of(all), ReductionOperator.BITWISE_OR, ROOT, text)
        .run();
    dataMovement.broadcast(Buffer.of(all), ROOT, text).run();
    return all;
  }

  private static List<SplitRequest> requests(long[] table) {
    return IntStream.range(0, table.length - FIRST_REQUEST)
        .mapToObj(rank -> SplitRequest.decode(rank, table[FIRST_REQUEST + rank]))
        .toList();
  }
}
