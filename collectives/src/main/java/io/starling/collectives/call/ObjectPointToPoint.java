package io.starling.collectives.call;

import io.starling.collectives.ReceivedObject;
import io.starling.collectives.operation.Context;
import io.starling.collectives.parcel.ParcelWriter;
import io.starling.collectives.pointtopoint.Envelope;
import io.starling.runtime.Request;
import io.starling.runtime.progress.Tags;
import io.starling.runtime.progress.request.Probe;
import java.util.Optional;
import java.util.function.Supplier;

/** Objects from one rank to another. */
final class ObjectPointToPoint {

  private static final ReceivedObject<Object> NOTHING = new ReceivedObject<>(null, Envelope.NOBODY);

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

  void send(Object value, int destination, int tag) {
    check(destination, tag);
    ParcelWriter parcel = encode(value, destination, tag);
    try (Member.Entry _ = member.enter()) {
      transfer.send(parcel, destination, wireTag(tag)).run();
    }
    coder.release(parcel);
  }

  /** The request keeps the parcel. */
  Request start(Object value, int destination, int tag) {
    check(destination, tag);
    ParcelWriter parcel = encode(value, destination, tag);
    try (Member.Entry _ = member.enter()) {
      return transfer.send(parcel, destination, wireTag(tag)).start();
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

  private long wireTag(int tag) {
    return Tags.object(context.number(), member.engine().rank(), tag);
  }

  ReceivedObject<Object> receive(int source, int tag) {
    Envelope envelope = envelope(source, tag);
    if (envelope.isOfNobody()) {
      return NOTHING;
    }
    Supplier<String> what = what(envelope);
    Probe probe = look(envelope, what);
    ObjectTransfer.Received received;
    try (Member.Entry _ = member.enter()) {
      probe.await();
      received = transfer.take(probe.found());
    }
    return decode(received);
  }

  Optional<ReceivedObject<Object>> poll(int source, int tag) {
    Envelope envelope = envelope(source, tag);
    if (envelope.isOfNobody()) {
      return Optional.of(NOTHING);
    }
    Probe probe = look(envelope, what(envelope));
    ObjectTransfer.Received received;
    try (Member.Entry _ = member.enter()) {
      if (!probe.test()) {
        return Optional.empty();
      }
      received = transfer.take(probe.found());
    }
    return Optional.of(decode(received));
  }

  private Envelope envelope(int source, int tag) {
    member.checkUsable();
    member.arguments().source(source);
    member.arguments().receiveTag(tag);
    return new Envelope(source, tag);
  }

  private Probe look(Envelope envelope, Supplier<String> what) {
    return transfer.look(envelope.source(), envelope.objectTag(context), envelope.mask(), what);
  }

  private Supplier<String> what(Envelope envelope) {
    return () -> "receive of an object " + envelope.describe(context);
  }

  private ReceivedObject<Object> decode(ObjectTransfer.Received received) {
    Envelope sent = new Envelope(received.status().source(), received.status().tag());
    return new ReceivedObject<>(coder.decode(received.parcel(), what(sent)), received.status());
  }
}
