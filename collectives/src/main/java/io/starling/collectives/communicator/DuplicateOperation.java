package io.starling.collectives.communicator;

import io.starling.collectives.call.Member;
import io.starling.collectives.operation.Context;
import io.starling.runtime.ResultRequest;
import io.starling.runtime.progress.Operation;
import io.starling.runtime.progress.request.DecodedRequest;
import io.starling.runtime.progress.request.OperationRequest;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Makes a duplicate of a communicator while the ranks do something else. Each attempt of the
 * agreement on its number is an exchange of its own:
 *
 * <pre>
 * exchange 0 ends ──> no common number ──> exchange 1 ends ──> the duplicate
 * </pre>
 */
final class DuplicateOperation extends Operation {

  /** The most attempts, each of which needs a number for its messages. */
  private static final int ATTEMPTS = 64;

  private final Member member;
  private final Context context;
  private final NumberAgreement agreement;
  private final long firstNumber;
  private final String call;
  private int attempts;
  private MemberExchange exchange;
  private Member duplicate;

  /**
   * An operation for one use.
   *
   * @param number its number among these calls on the communicator
   */
  DuplicateOperation(Member member, int number, String call) {
    super(member.engine());
    this.member = member;
    this.call = call;
    context = member.context();
    firstNumber = (long) number * ATTEMPTS;
    long salt = (long) context.number() << Integer.SIZE | firstNumber;
    agreement = new NumberAgreement(member.numbers(), member.engine().rank(), salt);
  }

  /**
   * Begins to duplicate.
   *
   * @param make makes the result of this rank's membership in the duplicate
   */
  static <T> ResultRequest<T> request(Member member, Function<Member, T> make) {
    try (Member.Entry _ = member.enter()) {
      DuplicateOperation operation =
          new DuplicateOperation(member, member.nextDuplicate(), "iDuplicate()");
      operation.atEachEnd(member.oneEnded());
      operation.begin();
      member.oneBegan();
      OperationRequest run = new OperationRequest(member.engine(), () -> operation).follow();
      return new DecodedRequest<>(run, () -> make.apply(operation.duplicate));
    }
  }

  @Override
  protected void start() {
    attempt();
  }

  private void attempt() {
    MemberExchange current = MemberExchange.ofAll(context, firstNumber + attempts % ATTEMPTS, call);
    exchange = current;
    attempts++;
    current.use(agreement.propose());
    current.begin();
    current.whenDone(() -> attempted(current));
  }

  private void attempted(MemberExchange its) {
    try {
      NumberAgreement.Outcome outcome = agreement.conclude(combined(its));
      if (outcome == null) {
        attempt();
        return;
      }
      int[] all = IntStream.range(0, context.size()).toArray();
      duplicate = member.derive(call, outcome.number(), all, outcome.isFirst());
      moved();
    } catch (RuntimeException | Error e) {
      fail(e);
    }
  }

  /** The words of all ranks; without them the numbers that this rank has offered are given back. */
  private long[] combined(MemberExchange its) {
    boolean isComplete = false;
    try {
      its.check();
      long[] words = its.combined();
      isComplete = true;
      return words;
    } finally {
      if (!isComplete) {
        agreement.giveUp();
      }
    }
  }

  @Override
  protected Operation delegate() {
    return exchange;
  }

  @Override
  protected boolean finished() {
    return duplicate != null;
  }

  @Override
  public RuntimeException obstacle() {
    return context.health().obstacle(this::describe);
  }

  @Override
  public String whyNotCancelled() {
    return "a duplicate can't be cancelled: all ranks complete it";
  }

  @Override
  public String describe() {
    return member.name() + "." + call;
  }
}
