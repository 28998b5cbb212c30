package io.starling.collectives.pointtopoint;

import io.starling.collectives.operation.Context;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.MessageInfo;

/** The receive of a message that a matched probe has taken out of the queue. */
public final class MatchedReceiveOperation extends ReceiveOperation {

  private MessageInfo message;

  public MatchedReceiveOperation(Context context) {
    super(context);
  }

  /** Sets which message the next run receives; its envelope is that of its receive. */
  public void useMessage(MessageInfo itsMessage) {
    message = itsMessage;
  }

  @Override
  void post(Memory into, long capacity) {
    receiveMatched(envelope().process(context()), message, into, 0, capacity);
  }
}
