package io.starling.collectives.communicator;

import io.starling.collectives.communicator.Call.Prepared;
import io.starling.collectives.communicator.OperationCache.Idle;
import io.starling.collectives.pointtopoint.Envelope;
import io.starling.collectives.pointtopoint.MatchedReceiveOperation;
import io.starling.collectives.pointtopoint.ReceiveOperation;
import io.starling.collectives.pointtopoint.SendOperation;
import io.starling.collectives.pointtopoint.SendReceiveOperation;
import io.starling.runtime.Buffer;
import io.starling.runtime.datatype.Signature;
import io.starling.runtime.memory.MemoryBuffer;
import io.starling.runtime.progress.Operation;

/** Sends and receives: checks arguments and finds a operation. */
final class PointToPoint {

  private final Member member;
  private final Arguments arguments;
  private final Idle<SendOperation> senders;
  private final Idle<ReceiveOperation> receivers;
  private final Idle<MatchedReceiveOperation> matchedReceivers;
  private final Idle<SendReceiveOperation> exchangers;

  PointToPoint(Member member) {
    this.member = member;
    arguments = member.arguments();
    senders = new Idle<>(() -> new SendOperation(member.context()));
    receivers = new Idle<>(() -> new ReceiveOperation(member.context()));
    matchedReceivers = new Idle<>(() -> new MatchedReceiveOperation(member.context()));
    exchangers = new Idle<>(() -> new SendReceiveOperation(member.context()));
  }

  Call<SendOperation> send(Buffer data, int destination, int tag, boolean synchronous) {
    member.checkUsable();
    checkSend(data, destination, tag);
    return new Call<>(member.engine(), () -> sending(data, destination, tag, synchronous));
  }

  private Prepared<SendOperation> sending(
      Buffer data, int destination, int tag, boolean synchronous) {
    SendOperation operation = senders.take();
    return new Prepared<>(
        senders,
        operation,
        () -> {
          member.checkUsable();
          arguments.alive("data", data);
          operation.use(
              MemoryBuffer.of(data).memory(),
              data.byteSize(),
              destination,
              tag,
              synchronous,
              signature(data));
          begin(operation);
        });
  }

  Call<ReceiveOperation> receive(Buffer into, int source, int tag) {
    member.checkUsable();
    checkReceive(into, source, tag);
    return new Call<>(member.engine(), () -> receiving(into, new Envelope(source, tag)));
  }

  private Prepared<ReceiveOperation> receiving(Buffer into, Envelope envelope) {
    ReceiveOperation operation = receivers.take();
    return new Prepared<>(
        receivers, operation, () -> beginReceive(operation, into, envelope), operation::status);
  }

  Call<MatchedReceiveOperation> receiveMessage(Buffer into, MatchedMessage message) {
    member.checkUsable();
    arguments.writable("buffer", into);
    return new Call<>(member.engine(), () -> receivingMessage(into, message));
  }

  private Prepared<MatchedReceiveOperation> receivingMessage(Buffer into, MatchedMessage message) {
    message.checkNotReceived();
    MatchedReceiveOperation operation = matchedReceivers.take();
    return new Prepared<>(
        matchedReceivers,
        operation,
        () -> {
          message.setReceived();
          if (message.info() != null) {
            member.messageReceived();
          }
          operation.useMessage(message.info());
          beginReceive(operation, into, message.envelope());
        },
        operation::status);
  }

  Call<SendReceiveOperation> sendReceive(
      Buffer data, int destination, int sendTag, Buffer into, int source, int receiveTag) {
    member.checkUsable();
    checkSend(data, destination, sendTag);
    checkReceive(into, source, receiveTag);
    arguments.disjoint(data, into);
    return new Call<>(
        member.engine(),
        () ->
            exchanging(data, destination, sendTag, into, new Envelope(source, receiveTag), false));
  }

  Call<SendReceiveOperation> sendReceiveReplace(
      Buffer data, int destination, int sendTag, int source, int receiveTag) {
    member.checkUsable();
    checkSend(data, destination, sendTag);
    checkReceive(data, source, receiveTag);
    return new Call<>(
        member.engine(),
        () -> exchanging(data, destination, sendTag, data, new Envelope(source, receiveTag), true));
  }

  private Prepared<SendReceiveOperation> exchanging(
      Buffer data, int destination, int sendTag, Buffer into, Envelope envelope, boolean replace) {
    SendReceiveOperation operation = exchangers.take();
    return new Prepared<>(
        exchangers,
        operation,
        () -> {
          operation.send(
              MemoryBuffer.of(data).memory(),
              data.byteSize(),
              destination,
              sendTag,
              replace,
              signature(data));
          beginReceive(operation, into, envelope);
        },
        operation::status);
  }

  private void checkSend(Buffer data, int destination, int tag) {
    arguments.destination(destination);
    arguments.tag(tag);
    arguments.readable("data", data);
  }

  private void checkReceive(Buffer into, int source, int tag) {
    arguments.source(source);
    arguments.receiveTag(tag);
    arguments.writable("buffer", into);
  }

  private void beginReceive(ReceiveOperation operation, Buffer into, Envelope envelope) {
    member.checkUsable();
    arguments.alive("buffer", into);
    operation.receiveInto(
        MemoryBuffer.of(into).memory(), into.byteSize(), envelope, signature(into));
    begin(operation);
  }

  /** What a message says of its elements under {@code --check}; null without. */
  private Signature signature(Buffer buffer) {
    return member.check() ? MemoryBuffer.of(buffer).signature() : null;
  }

  private void begin(Operation operation) {
    operation.begin();
    member.track(operation);
  }
}
