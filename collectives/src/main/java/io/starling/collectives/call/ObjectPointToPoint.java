package io.starling.collectives.call;

import io.starling.collectives.ReceivedObject;
import io.starling.collectives.operation.Context;
import io.starling.collectives.parcel.PackedParcel;
import io.starling.collectives.parcel.ParcelWriter;
import io.starling.collectives.pointtopoint.Envelope;
import io.starling.runtime.Request;
import io.starling.runtime.ResultRequest;
import io.starling.runtime.Status;
import io.starling.runtime.progress.request.DecodedRequest;
import io.starling.runtime.progress.request.OperationRequest;
import io.starling.runtime.progress.request.Probe;
import java.util.Optional;
import java.util.function.Supplier;

/** Objects from one rank to another. */
final class ObjectPointToPoint {

  private final Member member;
  private final Context context;
  private final ObjectCoder coder;
  private final ObjectTransfer transfer;

  ObjectPointToPoint(Member member, ObjectCoder coder, ObjectTransfer transfer) {
    this.member = member;
    this.coder = coder;
    this.transfer = transfer;
    context = member.context();
  }

  PackedParcel pack(Object value) {
    member.checkUsable();
    return coder.pack(value);
  }

  void send(Object value, int destination, int tag) {
    check(destination, tag);
    ParcelWriter parcel = encode(value, destination, tag);
    try (Member.Entry _ = member.enter()) {
      transfer.send(parcel, destination, tag).run();
    }
    coder.release(parcel);
  }

  /** The request keeps the parcel. */
  Request start(Object value, int destination, int tag) {
    check(destination, tag);
    ParcelWriter parcel = encode(value, destination, tag);
    try (Member.Entry _ = member.enter()) {
      return transfer.send(parcel, destination, tag).start();
    }
  }

  private void check(int destination, int tag) {
    member.checkUsable();
    member.arguments().destination(destination);
    member.arguments().tag(tag);
  }

  private ParcelWriter encode(Object value, int destination, int tag) {
    return coder.encode(
        value, () -> "sendObject to rank %d with tag %d".formatted(destination, tag));
  }

  ReceivedObject<Object> receive(int source, int tag) {
    Envelope envelope = envelope(source, tag);
    ObjectTransfer.Receive receive;
    try (Member.Entry _ = member.enter()) {
      receive = transfer.receive(envelope, null);
      receive.begin();
      receive.await();
    }
    return decode(receive);
  }

  ResultRequest<Object> startReceive(int source, int tag) {
    Envelope envelope = envelope(source, tag);
    try (Member.Entry _ = member.enter()) {
      ObjectTransfer.Receive receive = transfer.receive(envelope, null);
      receive.begin();
      var request = new OperationRequest(member.engine(), receive).follow();
      return new DecodedRequest<>(request, () -> decode(receive).value());
    }
  }

  Optional<ReceivedObject<Object>> poll(int source, int tag) {
    Envelope envelope = envelope(source, tag);
    Probe probe = look(envelope);
    ObjectTransfer.Receive receive;
    try (Member.Entry _ = member.enter()) {
      if (!envelope.isOfNobody() && !probe.test()) {
        return Optional.empty();
      }
      receive = transfer.receive(envelope, probe.found());
      receive.begin();
      receive.await();
    }
    return Optional.of(decode(receive));
  }

  private Envelope envelope(int source, int tag) {
    member.checkUsable();
    member.arguments().source(source);
    member.arguments().receiveTag(tag);
    return new Envelope(source, tag);
  }

  private Probe look(Envelope envelope) {
    Supplier<String> what = what(envelope);
    return new Probe(
        member.engine(),
        envelope.objectTag(context),
        envelope.mask(),
        true,
        what,
        () -> context.health().obstacle(what, envelope.source()));
  }

  private Supplier<String> what(Envelope envelope) {
    return () -> "receive of an object " + envelope.describe(context);
  }

  private ReceivedObject<Object> decode(ObjectTransfer.Receive receive) {
    Status status = receive.itsStatus();
    if (receive.parcel() == null) {
      return new ReceivedObject<>(null, status);
    }
    Envelope sent = new Envelope(status.source(), status.tag());
    return new ReceivedObject<>(coder.decode(receive.parcel(), what(sent)), status);
  }
}
