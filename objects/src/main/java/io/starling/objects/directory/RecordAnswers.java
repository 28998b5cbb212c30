package io.starling.objects.directory;

import io.starling.objects.ObjectId;
import io.starling.objects.protocol.DirectoryRecord.SmallValue;
import io.starling.objects.protocol.DirectoryRecord.Tombstone;
import io.starling.objects.protocol.FromPrimary;
import io.starling.objects.protocol.ToPrimary;
import io.starling.objects.protocol.ToPrimary.PutValue;
import io.starling.objects.protocol.View;
import java.util.List;

/**
 * Answers questions for objects of which a record says all: small ones and those that are gone. A
 * value that can still be lost with this store is shown to no one: another put might come instead.
 */
final class RecordAnswers {

  private final Records records;
  private final Outbox outbox;

  RecordAnswers(Records records, Outbox outbox) {
    this.records = records;
    this.outbox = outbox;
  }

  /** There is no such object any more. */
  void answerGone(int from, ToPrimary message, Tombstone stone) {
    switch (message) {
      case ToPrimary.Withdraw withdraw ->
          outbox.send(from, new FromPrimary.Withdrawn(message.id()));
      case ToPrimary.Completed completed ->
          outbox.send(from, new FromPrimary.Drop(message.id(), stone.failure()));
      case ToPrimary.Abandoned abandoned -> {}
      case ToPrimary.Retracted put -> {}
      case ToPrimary.Unwatch unwatch -> {}
      default -> outbox.send(from, new FromPrimary.Gone(message.id(), stone.failure()));
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
          records.whenSecure(
              id, () -> outbox.send(from, new FromPrimary.Value(id, value.type(), value.value())));
      case ToPrimary.Watch watch -> records.whenSecure(id, () -> outbox.send(from, seen(value)));
      case ToPrimary.Describe describe -> outbox.send(from, describe(value));
      case ToPrimary.Withdraw withdraw -> outbox.send(from, new FromPrimary.Withdrawn(id));
      default -> {}
    }
  }

  /** A small object that is watched. */
  static FromPrimary.Seen seen(SmallValue value) {
    return new FromPrimary.Seen(
        value.id(), value.type(), value.value().length, View.NO_STORE, true);
  }

  /** What is known of a small object. */
  static FromPrimary.Description describe(SmallValue value) {
    return new FromPrimary.Description(
        value.id(), value.type(), value.value().length, true, value.since(), List.of());
  }
}
