package io.starling.collectives.call;

import io.starling.collectives.operation.Context;
import io.starling.collectives.parcel.ParcelReader;
import io.starling.collectives.parcel.ParcelWriter;
import io.starling.collectives.pointtopoint.ArraysReceiveOperation;
import io.starling.collectives.pointtopoint.Envelope;
import io.starling.collectives.pointtopoint.ObjectSendOperation;
import io.starling.collectives.pointtopoint.ReceiveOperation;
import io.starling.runtime.CommunicatorRevokedException;
import io.starling.runtime.RankFailedException;
import io.starling.runtime.StarlingException;
import io.starling.runtime.Status;
import io.starling.runtime.memory.Memory;
import io.starling.runtime.progress.MessageInfo;
import io.starling.runtime.progress.Tags;
import io.starling.runtime.progress.request.Probe;
import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;

/**
 * Moves parcels between two ranks. The receiver takes the message with the bytes by a matched
 * probe, which says how long it is, and then receives the arrays beside them:
 *
 * <pre>
 *   sender                              receiver
 *   bytes, with the arrays' lengths ──> matched probe, receive, make the arrays
 *   array 0 ──────────────────────────> receive
 *   array 1 ──────────────────────────> receive, decode
 * </pre>
 */
final class ObjectTransfer {

  /** A parcel, and who sent it. */
  record Received(ParcelReader parcel, Status status) {}

  private final Member member;
  private final Context context;
  private final MessageCall.Idle<ObjectSendOperation> senders;
  private final MessageCall.Idle<ReceiveOperation> receivers;
  private final MessageCall.Idle<ArraysReceiveOperation> arrayReceivers;

  ObjectTransfer(Member member) {
    this.member = member;
    context = member.context();
    senders = new MessageCall.Idle<>(member, () -> new ObjectSendOperation(context));
    receivers = new MessageCall.Idle<>(member, () -> new ReceiveOperation(context));
    arrayReceivers = new MessageCall.Idle<>(member, () -> new ArraysReceiveOperation(context));
  }

  /** A send, to be run or started inside the engine. */
  Call send(ParcelWriter parcel, int destination, long tag) {
    long number = 0;
    if (parcel.arrays() > 0) {
      number = member.numbers().nextObject();
      parcel.number(number);
    }
    MessageCall<ObjectSendOperation> call = senders.take(null, null);
    call.operation().use(parcel, destination, tag, number);
    return call;
  }

  /** A search for a parcel. */
  Probe look(int source, long tag, long mask, Supplier<String> what) {
    return new Probe(
        member.engine(), tag, mask, true, what, () -> context.health().obstacle(what, source));
  }

  /** Receives the parcel that a search has found, inside the engine. */
  Received take(MessageInfo found) {
    byte[] bytes = new byte[Math.toIntExact(found.bytes())];
    Status status = Envelope.status(context, found);
    MessageCall<ReceiveOperation> call = receivers.take(null, null);
    call.operation().useMessage(found);
    call.operation()
        .receiveInto(
            Memory.of(MemorySegment.ofArray(bytes)),
            bytes.length,
            status.source(),
            status.tag(),
            null);
    call.run();
    ParcelReader parcel = new ParcelReader(bytes);
    if (parcel.arrays() > 0) {
      if (parcel.isAccepted(member.codec()) && parcel.allocate()) {
        receiveArrays(parcel, status.source());
      } else {
        dropArrays(parcel, status.source());
      }
    }
    return new Received(parcel, new Status(status.source(), status.tag(), parcel.messageBytes()));
  }

  private void receiveArrays(ParcelReader parcel, int source) {
    Memory[] arrays = new Memory[parcel.arrays()];
    for (int i = 0; i < arrays.length; i++) {
      arrays[i] = parcel.array(i);
    }
    receive(source, parcel.number(), arrays);
  }

  /** A message that is longer than its receive is lost, which is meant here. */
  private void dropArrays(ParcelReader parcel, int source) {
    for (int i = 0; i < parcel.arrays(); i++) {
      try {
        receive(source, parcel.number(), Memory.EMPTY);
      } catch (StarlingException e) {
        if (e instanceof RankFailedException || e instanceof CommunicatorRevokedException) {
          throw e;
        }
      }
    }
  }

  private void receive(int source, long number, Memory... arrays) {
    MessageCall<ArraysReceiveOperation> call = arrayReceivers.take(null, null);
    call.operation().use(source, number, arrays);
    call.run();
  }

  /** The tag of this rank's message to another, inside a collective. */
  long stepTag(int sequence) {
    return stepTag(context.rank(), sequence);
  }

  private long stepTag(int source, int sequence) {
    return Tags.objectStep(context.number(), context.process(source), sequence);
  }

  /** A search for a rank's message inside a collective. */
  Probe lookForStep(int source, int sequence, Supplier<String> what) {
    return look(source, stepTag(source, sequence), Tags.EXACT, what);
  }
}
