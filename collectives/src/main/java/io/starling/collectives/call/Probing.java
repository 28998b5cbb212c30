package io.starling.collectives.call;

import io.starling.collectives.Message;
import io.starling.collectives.operation.Context;
import io.starling.collectives.pointtopoint.Envelope;
import io.starling.collectives.pointtopoint.TypedMessage;
import io.starling.runtime.Status;
import io.starling.runtime.progress.MessageInfo;
import io.starling.runtime.progress.request.Probe;
import java.util.Optional;

/** Looks for messages (MPI 4.1, section 3.8), and takes those that a matched probe has found. */
final class Probing {

  private final Member member;
  private final Context context;
  private final PointToPoint pointToPoint;

  Probing(Member member, PointToPoint pointToPoint) {
    this.member = member;
    this.context = member.context();
    this.pointToPoint = pointToPoint;
  }

  Status probe(int source, int tag) {
    Envelope envelope = check(source, tag);
    if (envelope.isOfNobody()) {
      return Envelope.NOBODY;
    }
    Probe probe = look(envelope, false);
    probe.await();
    return status(probe.found());
  }

  Optional<Status> iProbe(int source, int tag) {
    Envelope envelope = check(source, tag);
    if (envelope.isOfNobody()) {
      return Optional.of(Envelope.NOBODY);
    }
    Probe probe = look(envelope, false);
    return probe.test() ? Optional.of(status(probe.found())) : Optional.empty();
  }

  Message matchedProbe(int source, int tag) {
    Envelope envelope = check(source, tag);
    if (envelope.isOfNobody()) {
      return new MatchedMessage(pointToPoint, null, Envelope.NOBODY);
    }
    Probe probe = look(envelope, true);
    try (Member.Entry _ = member.enter()) {
      probe.await();
      return take(probe.found());
    }
  }

  Optional<Message> iMatchedProbe(int source, int tag) {
    Envelope envelope = check(source, tag);
    if (envelope.isOfNobody()) {
      return Optional.of(new MatchedMessage(pointToPoint, null, Envelope.NOBODY));
    }
    Probe probe = look(envelope, true);
    try (Member.Entry _ = member.enter()) {
      return probe.test() ? Optional.of(take(probe.found())) : Optional.empty();
    }
  }

  private Envelope check(int source, int tag) {
    member.checkUsable();
    Arguments arguments = member.arguments();
    arguments.source(source);
    arguments.receiveTag(tag);
    return new Envelope(source, tag);
  }

  private Probe look(Envelope envelope, boolean remove) {
    return new Probe(
        member.engine(),
        envelope.wireTag(context),
        envelope.mask(),
        remove,
        () -> describe(envelope, remove),
        () -> context.health().obstacle(() -> describe(envelope, remove), envelope.source()));
  }

  private String describe(Envelope envelope, boolean remove) {
    return (remove ? "matched probe" : "probe") + " for a message " + envelope.describe(context);
  }

  private Status status(MessageInfo found) {
    Status status = Envelope.status(context, found);
    return member.check()
        ? new Status(status.source(), status.tag(), status.bytes() - TypedMessage.HEADER)
        : status;
  }

  private Message take(MessageInfo found) {
    member.messageTaken();
    return new MatchedMessage(pointToPoint, found, status(found));
  }
}
