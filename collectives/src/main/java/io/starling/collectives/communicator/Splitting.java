package io.starling.collectives.communicator;

import io.starling.collectives.Communicator;
import io.starling.collectives.call.DataMovement;
import io.starling.collectives.call.Member;
import io.starling.collectives.call.Reductions;
import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.StarlingException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Makes communicators of the ranks of another one (MPI 4.1, section 7.4.2). All ranks exchange
 * their requests and the words of a {@link NumberAgreement}, by a reduce and a broadcast:
 *
 * <pre>
 * long   0 ... 128                     129 ... 128 + size
 *        words of the agreement, OR    colour + 1 and key of each rank
 * </pre>
 */
record Splitting(Member member, DataMovement dataMovement, Reductions reductions) {
  private static final int FIRST_REQUEST = NumberAgreement.WORDS;
  private static final int ROOT = 0;

  /** The request of a rank. */
  private record SplitRequest(int rank, int color, int key) {

    /** With a hash of all ranks in the key: no group passes for a part of another one. */
    static SplitRequest ofPlace(int place, int hash, int... ranks) {
      return new SplitRequest(ranks[place], ranks[0], place + hash);
    }

    long encode() {
      return (color + 1L) << Integer.SIZE | Integer.toUnsignedLong(key);
    }

    static SplitRequest of(int rank, long... table) {
      long word = table[FIRST_REQUEST + rank];
      return new SplitRequest(rank, (int) (word >>> Integer.SIZE) - 1, (int) word);
    }
  }

  /**
   * This rank's membership in the communicator of its color; null if it has none.
   *
   * @param call the user's call, for the name
   */
  Member split(int color, int key, String call) {
    return split(color, key, 0, call);
  }

  /**
   * The same where ranks below a bound come before the others whatever their keys.
   *
   * @param bound the first rank of those that come last
   */
  Member split(int color, int key, int bound, String call) {
    member.checkUsable();
    if (color < 0 && color != Communicator.UNDEFINED) {
      throw new IllegalArgumentException(
          "rank %d: color %d is negative; colors are 0 or more, or UNDEFINED"
              .formatted(member.engine().rank(), color));
    }
    return split(new SplitRequest(member.context().rank(), color, key), null, bound, call);
  }

  /**
   * This rank's membership in the communicator of some ranks, which all pass them; null if this
   * rank is not among them. Other ranks may pass other ranks.
   *
   * @param ranks their ranks in this communicator, in their new order
   */
  Member create(int[] ranks, String call) {
    int own = member.context().rank();
    int place =
        IntStream.range(0, ranks.length).filter(i -> ranks[i] == own).findFirst().orElse(-1);
    SplitRequest mine =
        place < 0
            ? new SplitRequest(own, Communicator.UNDEFINED, 0)
            : SplitRequest.ofPlace(place, Arrays.hashCode(ranks), ranks);
    return split(mine, ranks, 0, call);
  }

  /**
   * The common part.
   *
   * @param expected the ranks of the new communicator, if this rank knows them; or null
   */
  private Member split(SplitRequest mine, int[] expected, int bound, String call) {
    try (Member.Entry _ = member.enter()) {
      // The lower half is that of createGroup.
      long salt = (long) member.context().number() << Integer.SIZE;
      NumberAgreement agreement =
          new NumberAgreement(member.numbers(), member.engine().rank(), salt);
      NumberAgreement.Outcome outcome = agreement.agree(words -> exchange(words, mine, call));
      if (mine.color == Communicator.UNDEFINED) {
        return null;
      }
      int[] ranks =
          expected == null
              ? ranksOf(mine.color, bound, outcome.words())
              : agreeing(expected, outcome.words());
      if (expected != null && ranks.length < expected.length) {
        // Other ranks may use it.
        member.numbers().retire(outcome.number());
        throw disagreement(ranks, expected, call);
      }
      return member.derive(call, outcome.number(), ranks, outcome.isFirst());
    }
  }

  private long[] exchange(long[] words, SplitRequest mine, String call) {
    long[] own = Arrays.copyOf(words, FIRST_REQUEST + member.context().size());
    own[FIRST_REQUEST + mine.rank] = mine.encode();
    long[] all = new long[own.length];
    String text = member.check() ? call : null;
    reductions
        .reduce(Buffer.of(own), Buffer.of(all), ReductionOperator.BITWISE_OR, ROOT, text)
        .run();
    dataMovement.broadcast(Buffer.of(all), ROOT, text).run();
    return all;
  }

  private static int[] ranksOf(int color, int bound, long... table) {
    return IntStream.range(0, table.length - FIRST_REQUEST)
        .mapToObj(rank -> SplitRequest.of(rank, table))
        .filter(request -> request.color == color)
        .sorted(
            Comparator.comparing((SplitRequest request) -> request.rank >= bound)
                .thenComparingInt(SplitRequest::key)
                .thenComparingInt(SplitRequest::rank))
        .mapToInt(SplitRequest::rank)
        .toArray();
  }

  /** Those of some ranks that have passed all of them, in the same order. */
  private static int[] agreeing(int[] ranks, long... table) {
    int hash = Arrays.hashCode(ranks);
    return IntStream.range(0, ranks.length)
        .mapToObj(place -> SplitRequest.ofPlace(place, hash, ranks))
        .filter(request -> request.equals(SplitRequest.of(request.rank, table)))
        .mapToInt(SplitRequest::rank)
        .toArray();
  }

  private StarlingException disagreement(int[] ranks, int[] expected, String call) {
    return new StarlingException(
        "rank %d, %s: this rank's group has the ranks %s of %s, but only the ranks %s have passed it. All ranks of a group must pass the same group in the same order."
            .formatted(
                member.engine().rank(),
                call,
                Arrays.toString(expected),
                member.name(),
                Arrays.toString(ranks)));
  }
}
