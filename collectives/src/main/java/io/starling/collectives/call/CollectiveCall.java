package io.starling.collectives.call;

import io.starling.collectives.exchange.Problem;
import io.starling.collectives.operation.CallCheck;
import io.starling.collectives.operation.CollectiveOperation;
import io.starling.collectives.operation.Context;
import io.starling.collectives.operation.LengthCheck;
import io.starling.runtime.Buffer;

/** A call of a collective. */
public final class CollectiveCall extends Call {

  private final Plan plan;
  private final CollectiveOperation operation;
  private Buffer data;
  private Buffer result;
  private String text;

  CollectiveCall(Member member, Plan plan, CollectiveOperation operation) {
    super(member, operation);
    this.plan = plan;
    this.operation = operation;
  }

  /**
   * Sets what the next run uses.
   *
   * @param itsData this rank's contribution, or null
   * @param itsResult this rank's result, or null
   * @param itsText the call, for messages about ranks that disagree; null without {@code --check}
   */
  CollectiveCall with(Buffer itsData, Buffer itsResult, String itsText) {
    data = itsData;
    result = itsResult;
    text = itsText;
    return this;
  }

  @Override
  public CollectiveOperation operation() {
    return operation;
  }

  @Override
  void prepare() {
    operation.useMemory(memory("data", data), memory("result", result));
    operation.checkCanBegin();
    int sequence = member().sequence().take(operation);
    if (text != null && member().context().size() > 1) {
      check(sequence);
    }
  }

  /** Makes the operation fail if the ranks call different collectives. */
  private void check(int sequence) {
    Context context = member().context();
    CallCheck agreement = new CallCheck(context, sequence, text, plan.choice().describe());
    agreement.begin();
    Problem problem = plan.problem();
    if (problem.bytes() != Problem.UNKNOWN) {
      operation.joinTo(agreement);
      return;
    }
    LengthCheck lengths =
        new LengthCheck(
            context,
            sequence,
            text,
            Lengths.sent(problem, context.rank(), context.size()),
            Lengths.expected(problem, context.rank(), context.size()));
    lengths.joinTo(agreement);
    lengths.begin();
    operation.joinTo(lengths);
  }

  @Override
  void becomeIdle() {
    with(null, null, null);
    plan.add(this);
  }
}
