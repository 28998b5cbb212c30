package io.starling.collectives.call;

import io.starling.collectives.operation.Context;
import io.starling.collectives.parcel.ParcelReader;
import io.starling.collectives.parcel.ParcelWriter;
import io.starling.collectives.pointtopoint.Envelope;
import io.starling.collectives.pointtopoint.ObjectReceiveOperation;
import io.starling.collectives.pointtopoint.ObjectSendOperation;
import io.starling.runtime.Status;
import io.starling.runtime.progress.MessageInfo;
import io.starling.runtime.progress.Operation;
import io.starling.runtime.progress.Tags;
import io.starling.runtime.progress.request.RequestedCall;
import java.util.function.Supplier;

/** Moves parcels between two ranks. To be used inside the engine. */
final class ObjectTransfer {

  /** A receive of a parcel, which it keeps when its operation receives another one. */
  static final class Receive implements RequestedCall {

    private final MessageCall<ObjectReceiveOperation> call;
    private ParcelReader parcel;
    private Status status;

    private Receive(MessageCall<ObjectReceiveOperation> call) {
      this.call = call;
    }

    @Override
    public Operation operation() {
      return call.operation();
    }

    @Override
    public void begin() {
      call.begin();
    }

    /** Is called once, at the end, before other threads learn of it. */
    @Override
    public Status status() {
      status = call.operation().status();
      parcel = call.operation().takeParcel();
      return status;
    }

    @Override
    public void release() {
      call.release();
    }

    /** What has come; null from PROC_NULL. */
    ParcelReader parcel() {
      return parcel;
    }

    /** Waits for what has begun. */
    ParcelReader await() {
      call.member().engine().waits().await(call.operation());
      status();
      release();
      return parcel;
    }

    /** Who sent it, known after the end. */
    Status itsStatus() {
      return status;
    }
  }

  private final Member member;
  private final Context context;
  private final MessageCall.Idle<ObjectSendOperation> senders;
  private final MessageCall.Idle<ObjectReceiveOperation> receivers;

  ObjectTransfer(Member member) {
    this.member = member;
    context = member.context();
    senders = new MessageCall.Idle<>(member, () -> new ObjectSendOperation(context));
    receivers = new MessageCall.Idle<>(member, () -> new ObjectReceiveOperation(context));
  }

  /** A send to another rank, to be run or started. */
  Call send(ParcelWriter parcel, int destination, int tag) {
    long wireTag = Tags.object(context.number(), member.engine().rank(), tag);
    return send(parcel, destination, wireTag, false);
  }

  /** The same as a step of a collective. */
  Call sendStep(ParcelWriter parcel, int destination, int sequence) {
    return send(parcel, destination, stepTag(context.rank(), sequence), true);
  }

  private Call send(ParcelWriter parcel, int destination, long tag, boolean isStep) {
    if (!parcel.isOneMessage() && parcel.number() == 0) {
      parcel.number(member.numbers().nextObject());
    }
    MessageCall<ObjectSendOperation> call = senders.take(null, null);
    call.operation().use(parcel, destination, tag, isStep);
    return call;
  }

  /**
   * A receive.
   *
   * @param matched the message that a probe has taken out of the queue, or null
   */
  Receive receive(Envelope envelope, MessageInfo matched) {
    MessageCall<ObjectReceiveOperation> call = receivers.take(null, null);
    call.operation().use(envelope, matched, member.codec());
    return new Receive(call);
  }

  /** The receive of a step of a collective. */
  Receive receiveStep(int source, int sequence, Supplier<String> what) {
    MessageCall<ObjectReceiveOperation> call = receivers.take(null, null);
    call.operation().useStep(source, stepTag(source, sequence), what, member.codec());
    return new Receive(call);
  }

  private long stepTag(int source, int sequence) {
    return Tags.objectStep(context.number(), context.process(source), sequence);
  }
}
