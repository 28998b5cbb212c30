package io.starling.objects.directory;

import io.starling.objects.ObjectId;
import io.starling.objects.protocol.DirectoryRecord.SmallValue;
import io.starling.objects.protocol.FromPrimary;
import io.starling.objects.protocol.ObjectType;
import io.starling.objects.protocol.ToPrimary;
import io.starling.objects.protocol.ToPrimary.PutValue;
import io.starling.objects.protocol.View;
import java.util.List;

/** Answers questions for objects of which a record says all: small ones and deleted ones. */
final class RecordAnswers {

  private final Records records;
  private final Outbox outbox;

  RecordAnswers(Records records, Outbox outbox) {
    this.records = records;
    this.outbox = outbox;
  }

  /** The object was deleted. */
  void answerDeleted(int from, ToPrimary message) {
    switch (message) {
      case ToPrimary.Describe describe ->
          outbox.send(
              from,
              new FromPrimary.Description(
                  message.id(), ObjectType.BYTES, 0, false, true, 0, List.of()));
      case ToPrimary.Withdraw withdraw ->
          outbox.send(from, new FromPrimary.Withdrawn(message.id()));
      case ToPrimary.Completed completed -> outbox.send(from, new FromPrimary.Drop(message.id()));
      case ToPrimary.Abandoned abandoned -> {}
      case ToPrimary.Retracted put -> {}
      case ToPrimary.Unwatch unwatch -> {}
      default -> outbox.send(from, new FromPrimary.Deleted(message.id()));
    }
  }

  /** The object is a small one. */
  void answerSmall(int from, ToPrimary message, SmallValue value) {
    ObjectId id = message.id();
    switch (message) {
      case PutValue put when put.stamp() == value.stamp() ->
          records.whenSecure(
              id, () -> outbox.send(from, new FromPrimary.Accepted(id, put.stamp())));
      case PutValue put -> outbox.send(from, new FromPrimary.Exists(id, put.stamp()));
      case ToPrimary.Publish put -> outbox.send(from, new FromPrimary.Exists(id, put.stamp()));
      case ToPrimary.Locate locate ->
          outbox.send(from, new FromPrimary.Value(id, value.type(), value.value()));
      case ToPrimary.Watch watch ->
          outbox.send(
              from,
              new FromPrimary.Seen(id, value.type(), value.value().length, View.NO_STORE, true));
      case ToPrimary.Describe describe -> outbox.send(from, describe(value));
      case ToPrimary.Withdraw withdraw -> outbox.send(from, new FromPrimary.Withdrawn(id));
      default -> {}
    }
  }

  /** What is known of a small object. */
  static FromPrimary.Description describe(SmallValue value) {
    return new FromPrimary.Description(
        value.id(), value.type(), value.value().length, true, false, value.since(), List.of());
  }
}
