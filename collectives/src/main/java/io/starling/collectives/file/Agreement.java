package io.starling.collectives.file;

import io.starling.collectives.call.Member;
import io.starling.collectives.call.SingleCall;
import io.starling.collectives.operation.Context;
import io.starling.runtime.StarlingException;
import java.util.function.LongSupplier;

/** A call in which the ranks do nothing together but agree that all have made it, and succeeded. */
final class Agreement extends FileOperation {

  private Agreement(Context context, String call, RuntimeException refusal, long number) {
    super(context, call, refusal);
    tell(number);
  }

  @Override
  void startPart() {
    conclude(null);
  }

  /**
   * Returns when all ranks have made the call; throws if one of them has failed.
   *
   * @param call the same text on all ranks
   * @param failure why this rank has failed, or null
   */
  static void reach(Steps steps, String call, RuntimeException failure) {
    long _ = reach(steps, call, failure, 0);
  }

  /** The same; returns the number that rank 0 tells. */
  static long reach(Steps steps, String call, RuntimeException failure, long number) {
    Member member = steps.member();
    Agreement agreement = steps.once(() -> new Agreement(member.context(), call, failure, number));
    steps.await(() -> new SingleCall(member, agreement));
    return agreement.toldNumber();
  }

  /** Rank 0 does something, and all ranks learn how it went; returns the number that it gets. */
  static long act(Steps steps, String call, LongSupplier atRoot) {
    boolean isRoot = steps.member().context().rank() == 0;
    Outcome outcome = steps.once(() -> isRoot ? outcome(steps.member(), atRoot) : Outcome.NOTHING);
    return reach(steps, call, outcome.failure, outcome.number);
  }

  private static Outcome outcome(Member member, LongSupplier action) {
    try {
      return new Outcome(action.getAsLong(), null);
    } catch (RuntimeException e) {
      return new Outcome(0, e);
    } catch (Error e) {
      return new Outcome(
          0, new StarlingException("rank %d: %s".formatted(member.engine().rank(), e), e));
    }
  }

  private record Outcome(long number, RuntimeException failure) {
    static final Outcome NOTHING = new Outcome(0, null);
  }
}
