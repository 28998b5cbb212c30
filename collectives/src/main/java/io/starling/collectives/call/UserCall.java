package io.starling.collectives.call;

import io.starling.collectives.PointToPointCommunicator;

/** The call of the user that is under way. */
final class UserCall {

  private UserCall() {}

  /** Its name, from the stack: only a refusal asks for it. */
  static String name() {
    return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
        .walk(
            frames ->
                frames
                    .filter(
                        frame ->
                            PointToPointCommunicator.class.isAssignableFrom(
                                    frame.getDeclaringClass())
                                || frame.getDeclaringClass() == MatchedMessage.class)
                    .findFirst())
        .map(StackWalker.StackFrame::getMethodName)
        .orElse("call");
  }
}
