package io.starling.collectives.file;

import io.starling.collectives.call.Member;
import io.starling.collectives.call.SingleCall;
import io.starling.collectives.operation.Context;
import io.starling.runtime.StarlingException;
import java.util.function.LongSupplier;

/** A call in which the ranks do nothing together but agree that all have made it, and succeeded. */
final class Agreement extends FileOperation {

  private Agreement(Context context, String call, RuntimeException refusal) {
    super(context, call, refusal);
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
  static void reach(Member member, String call, RuntimeException failure) {
    long _ = reach(member, call, failure, 0);
  }

  /** The same; returns the number that rank 0 tells. */
  static long reach(Member member, String call, RuntimeException failure, long number) {
    try (Member.Entry _ = member.enter()) {
      Agreement agreement = new Agreement(member.context(), call, failure);
      agreement.tell(number);
      new SingleCall(member, agreement).run();
      return agreement.toldNumber();
    }
  }

  /**
   * Lets rank 0 do something when all ranks have made the call; returns the number that it gets,
   * when it has.
   */
  static long reachAnd(Member member, String call, RuntimeException failure, LongSupplier atRoot) {
    reach(member, call, failure);
    RuntimeException itsFailure = null;
    long number = 0;
    if (member.context().rank() == 0) {
      try {
        number = atRoot.getAsLong();
      } catch (RuntimeException e) {
        itsFailure = e;
      } catch (Error e) {
        itsFailure = new StarlingException("rank %d: %s".formatted(member.engine().rank(), e), e);
      }
    }
    return reach(member, call, itsFailure, number);
  }
}
