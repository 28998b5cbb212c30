package io.starling.objects.simulated;

import io.starling.objects.protocol.DirectoryRecord;
import io.starling.objects.protocol.FromPrimary;
import io.starling.objects.protocol.Holdings;
import io.starling.objects.protocol.Message;
import io.starling.objects.protocol.RecordMessage;
import io.starling.objects.protocol.ToPrimary;

/** The bytes that a message carries beside its fixed part. */
final class MessageBytes {

  private static final long PER_ENTRY = 64;

  private MessageBytes() {}

  static long of(Message message) {
    return switch (message) {
      case ToPrimary.PutValue put -> put.value().length;
      case FromPrimary.Value value -> value.value().length;
      case FromPrimary.Description description -> PER_ENTRY * description.places().size();
      case RecordMessage.Keep keep -> of(keep.record());
      case Holdings holdings ->
          PER_ENTRY * holdings.copies().size()
              + holdings.records().stream().mapToLong(MessageBytes::of).sum();
      default -> 0;
    };
  }

  private static long of(DirectoryRecord record) {
    return record instanceof DirectoryRecord.SmallValue value
        ? PER_ENTRY + value.value().length
        : PER_ENTRY;
  }
}
