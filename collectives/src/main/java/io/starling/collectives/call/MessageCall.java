package io.starling.collectives.call;

import io.starling.collectives.pointtopoint.ReceiveOperation;
import io.starling.runtime.Buffer;
import io.starling.runtime.Status;
import io.starling.runtime.progress.Operation;
import java.util.ArrayDeque;
import java.util.function.Supplier;

/** A send, a receive, or both. Its operation is set up when it is taken. */
final class MessageCall<M extends Operation> extends Call {

  /** The idle calls of one kind. */
  static final class Idle<M extends Operation> {

    private final ArrayDeque<MessageCall<M>> calls = new ArrayDeque<>();
    private final Member member;
    private final Supplier<M> operations;

    Idle(Member member, Supplier<M> operations) {
      this.member = member;
      this.operations = operations;
    }

    /**
     * Takes a call.
     *
     * @param data what it sends, or null
     * @param into where it receives, or null
     */
    MessageCall<M> take(Buffer data, Buffer into) {
      MessageCall<M> call = calls.pollLast();
      if (call == null) {
        call = new MessageCall<>(member, this, operations.get());
      }
      call.data = data;
      call.into = into;
      return call;
    }
  }

  private final Idle<M> home;
  private final M operation;
  private Buffer data;
  private Buffer into;

  private MessageCall(Member member, Idle<M> home, M operation) {
    super(member, operation);
    this.home = home;
    this.operation = operation;
  }

  @Override
  public M operation() {
    return operation;
  }

  @Override
  void prepare() {
    memory("data", data);
    memory("buffer", into);
  }

  @Override
  public Status status() {
    return operation instanceof ReceiveOperation receive ? receive.status() : null;
  }

  @Override
  void becomeIdle() {
    data = null;
    into = null;
    home.calls.addLast(this);
  }
}
