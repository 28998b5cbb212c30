package io.starling.objects.simulated;

import io.starling.objects.ObjectId;
import io.starling.objects.protocol.DirectoryRecord;
import io.starling.objects.protocol.FromPrimary;
import io.starling.objects.protocol.Holdings;
import io.starling.objects.protocol.Message;
import io.starling.objects.protocol.RecordMessage;
import io.starling.objects.protocol.ToPrimary;

/** The bytes that a message carries beside its fixed part. */
final class MessageBytes {

  private static final long PER_ENTRY = 64;
  private static final long ID_BYTES = ObjectId.BYTES;

  private MessageBytes() {}

  static long of(Message message) {
    return switch (message) {
      case ToPrimary.PutValue put -> put.value().length;
      case FromPrimary.Value value -> value.value().length;
      case FromPrimary.Description description -> PER_ENTRY * description.places().size();
      case ToPrimary.Reduce reduce -> ID_BYTES * reduce.sources().size();
      case FromPrimary.Reduced reduced -> ID_BYTES * reduced.members().size();
      case RecordMessage.Keep keep -> of(keep.record());
      case Holdings holdings ->
          PER_ENTRY * holdings.copies().size()
              + holdings.records().stream().mapToLong(MessageBytes::of).sum();
      default -> 0;
    };
  }

  private static long of(DirectoryRecord record) {
    return PER_ENTRY
        + switch (record) {
          case DirectoryRecord.SmallValue value -> value.value().length;
          case DirectoryRecord.ReduceRequest request ->
              ID_BYTES * request.reduce().sources().size();
          case DirectoryRecord.ReduceResult result ->
              ID_BYTES * result.reduce().sources().size() + result.value().length;
          case DirectoryRecord.Tombstone stone -> 0;
        };
  }
}
