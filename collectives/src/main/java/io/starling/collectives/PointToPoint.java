package io.starling.collectives;

import io.starling.collectives.Call.Machinery;
import io.starling.collectives.MachineCache.Shelf;
import io.starling.collectives.pointtopoint.ReceiveOperation;
import io.starling.collectives.pointtopoint.SendOperation;
import io.starling.runtime.memory.Buffer;
import io.starling.runtime.progress.Engine;

/** Sends and receives: checks arguments and finds a machine. */
final class PointToPoint {

  private final Member member;
  private final Engine engine;
  private final Arguments arguments;
  private final Shelf<SendOperation> senders;
  private final Shelf<ReceiveOperation> receivers;

  PointToPoint(Member member) {
    this.member = member;
    engine = member.engine();
    arguments = member.arguments();
    senders = new Shelf<>(() -> new SendOperation(member.context()));
    receivers = new Shelf<>(() -> new ReceiveOperation(member.context()));
  }

  Call<SendOperation> send(Buffer data, int destination, int tag) {
    member.checkUsable();
    arguments.peer("destination", destination);
    arguments.tag(tag);
    arguments.readable("data", data);
    return new Call<>(engine, () -> sending(data, destination, tag));
  }

  private Machinery<SendOperation> sending(Buffer data, int destination, int tag) {
    SendOperation machine = senders.take();
    return new Machinery<>(
        senders,
        machine,
        () -> {
          member.checkUsable();
          arguments.alive("data", data);
          machine.use(data.memory(), data.byteSize(), destination, tag);
          machine.begin();
          member.track(machine);
        });
  }

  Call<ReceiveOperation> receive(Buffer into, int source, int tag) {
    member.checkUsable();
    arguments.source(source);
    arguments.receiveTag(tag);
    arguments.writable("buffer", into);
    return new Call<>(engine, () -> receiving(into, source, tag));
  }

  private Machinery<ReceiveOperation> receiving(Buffer into, int source, int tag) {
    ReceiveOperation machine = receivers.take();
    return new Machinery<>(
        receivers,
        machine,
        () -> {
          member.checkUsable();
          arguments.alive("buffer", into);
          machine.use(into.memory(), into.byteSize(), source, tag);
          machine.begin();
          member.track(machine);
        },
        machine::status);
  }
}
