package io.starling.collectives.call;

import io.starling.collectives.PartitionedReceive;
import io.starling.collectives.PartitionedSend;
import io.starling.collectives.PointToPointCommunicator;
import io.starling.collectives.operation.Context;
import io.starling.collectives.pointtopoint.PartitionedOperation;
import io.starling.collectives.pointtopoint.PartitionedReceiveOperation;
import io.starling.collectives.pointtopoint.PartitionedSendOperation;
import io.starling.collectives.pointtopoint.ReceiveOperation;
import io.starling.collectives.pointtopoint.SendOperation;
import io.starling.collectives.pointtopoint.SendReceiveOperation;
import io.starling.runtime.Buffer;
import io.starling.runtime.Datatype;
import io.starling.runtime.Status;
import io.starling.runtime.datatype.Signature;
import io.starling.runtime.memory.MemoryBuffer;
import java.lang.foreign.MemorySegment;

/** Sends and receives: checks their arguments and sets them up. */
final class PointToPoint {

  private final Member member;
  private final Arguments arguments;
  private final MessageCall.Idle<SendOperation> senders;
  private final MessageCall.Idle<ReceiveOperation> receivers;
  private final MessageCall.Idle<ReceiveOperation> matchedReceivers;
  private final MessageCall.Idle<SendReceiveOperation> exchangers;

  PointToPoint(Member member) {
    this.member = member;
    arguments = member.arguments();
    Context context = member.context();
    senders = new MessageCall.Idle<>(member, () -> new SendOperation(context));
    receivers = new MessageCall.Idle<>(member, () -> new ReceiveOperation(context));
    matchedReceivers = new MessageCall.Idle<>(member, () -> new ReceiveOperation(context));
    exchangers = new MessageCall.Idle<>(member, () -> new SendReceiveOperation(context));
  }

  Member member() {
    return member;
  }

  Call send(Buffer data, int destination, int tag, boolean synchronous) {
    checkSend(data, destination, tag);
    return send(data, destination, tag, synchronous, signature(data));
  }

  /** Sends a copy of the data, whose memory the caller keeps until the send has ended. */
  Call sendCopy(Buffer data, MemorySegment copy, int destination, int tag) {
    Buffer bytes = Buffer.of(copy, Datatype.INT8, data.byteSize());
    return send(bytes, destination, tag, false, signature(data));
  }

  private Call send(
      Buffer data, int destination, int tag, boolean synchronous, Signature signature) {
    MessageCall<SendOperation> call = senders.take(data, null);
    call.operation()
        .use(
            MemoryBuffer.of(data).memory(),
            data.byteSize(),
            destination,
            tag,
            synchronous,
            signature);
    return call;
  }

  Call receive(Buffer into, int source, int tag) {
    checkReceive(into, source, tag);
    MessageCall<ReceiveOperation> call = receivers.take(null, into);
    receiveInto(call.operation(), into, source, tag);
    return call;
  }

  Call receiveMessage(Buffer into, MatchedMessage message) {
    arguments.writable("buffer", into);
    message.checkNotReceived();
    MessageCall<ReceiveOperation> call = matchedReceivers.take(null, into);
    call.operation().useMessage(message.info());
    Status status = message.status();
    receiveInto(call.operation(), into, status.source(), status.tag());
    message.setReceived();
    if (message.info() != null) {
      member.messageReceived();
    }
    return call;
  }

  Call sendReceive(
      Buffer data, int destination, int sendTag, Buffer into, int source, int receiveTag) {
    checkSend(data, destination, sendTag);
    checkReceive(into, source, receiveTag);
    arguments.disjoint(data, into);
    return exchange(data, destination, sendTag, into, source, receiveTag, false);
  }

  Call sendReceiveReplace(Buffer data, int destination, int sendTag, int source, int receiveTag) {
    checkSend(data, destination, sendTag);
    checkReceive(data, source, receiveTag);
    return exchange(data, destination, sendTag, data, source, receiveTag, true);
  }

  private Call exchange(
      Buffer data,
      int destination,
      int sendTag,
      Buffer into,
      int source,
      int receiveTag,
      boolean replace) {
    MessageCall<SendReceiveOperation> call = exchangers.take(data, into);
    call.operation()
        .send(
            MemoryBuffer.of(data).memory(),
            data.byteSize(),
            destination,
            sendTag,
            replace,
            signature(data));
    receiveInto(call.operation(), into, source, receiveTag);
    return call;
  }

  PartitionedSend partitionedSend(Buffer data, int parts, int destination, int tag) {
    checkSend(data, destination, tag);
    PartitionedOperation.Division division = arguments.division("data", data, parts);
    long number = member.numbers().reserveParts(parts);
    return new PartitionedCall.Send(
        member,
        new PartitionedSendOperation(member.context(), division, destination, tag, number),
        data);
  }

  PartitionedReceive partitionedReceive(Buffer into, int parts, int source, int tag) {
    if (source != PointToPointCommunicator.PROC_NULL) {
      arguments.peer("source", source);
    }
    arguments.tag(tag);
    arguments.writable("buffer", into);
    PartitionedOperation.Division division = arguments.division("buffer", into, parts);
    return new PartitionedCall.Receive(
        member, new PartitionedReceiveOperation(member.context(), division, source, tag), into);
  }

  void checkSend(Buffer data, int destination, int tag) {
    arguments.destination(destination);
    arguments.tag(tag);
    arguments.readable("data", data);
  }

  private void checkReceive(Buffer into, int source, int tag) {
    arguments.source(source);
    arguments.receiveTag(tag);
    arguments.writable("buffer", into);
  }

  private void receiveInto(ReceiveOperation operation, Buffer into, int source, int tag) {
    operation.receiveInto(
        MemoryBuffer.of(into).memory(), into.byteSize(), source, tag, signature(into));
  }

  /** What a message says of its elements under {@code --check}; null without. */
  private Signature signature(Buffer buffer) {
    return member.check() ? MemoryBuffer.of(buffer).signature() : null;
  }
}
