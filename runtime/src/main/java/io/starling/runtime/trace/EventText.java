package io.starling.runtime.trace;

import io.starling.runtime.memory.ByteSize;
import io.starling.runtime.progress.Tags;

/** The texts for events. */
final class EventText {

  private EventText() {}

  /** The name of a slice. */
  static String name(TraceLog log, long event) {
    return switch (log.kind(event)) {
      case SEND -> transfer("send ", " to ", log, event);
      case RECEIVE -> transfer("receive ", " from ", log, event);
      case FOLD -> "fold " + bytes(log.bytes(event));
      case POST -> "post";
      case HANDLE -> "handle";
      case COPY -> "copy";
      case COMPUTE -> "compute";
      case NOISE -> "noise";
      case COPY_IN -> "to device " + bytes(log.bytes(event));
      case COPY_OUT -> "from device " + bytes(log.bytes(event));
      case COPY_WITHIN -> "copy " + bytes(log.bytes(event));
      case DEVICE_FOLD -> "fold " + bytes(log.bytes(event));
    };
  }

  private static String transfer(String verb, String preposition, TraceLog log, long event) {
    Ending ending = log.ending(event);
    int peer = log.peer(event);
    String name = verb + bytes(log.bytes(event)) + preposition + (peer < 0 ? "any rank" : peer);
    if (log.number(event) != MessageCounter.UNKNOWN) {
      name += ", " + tag(log.tag(event));
    }
    return switch (ending) {
      case COMPLETE -> name;
      case UNFINISHED -> name + " (unfinished)";
      case TRUNCATED -> name + " (truncated)";
      case CANCELLED -> name + " (cancelled)";
      case BROKEN -> name + " (failed)";
    };
  }

  private static String tag(long tag) {
    return Tags.isCollective(tag) ? "segment " + Tags.segmentOf(tag) : "tag " + Tags.userTagOf(tag);
  }

  /**
   * The details of a slice that a viewer shows on a click; begins with a comma unless it is empty.
   */
  static String details(TraceLog log, long event) {
    return switch (log.kind(event)) {
      case SEND, RECEIVE ->
          ",\"args\":{\"bytes\":%d,\"peer\":%d,%s\"number\":%d}"
              .formatted(
                  log.bytes(event), log.peer(event), origin(log.tag(event)), log.number(event));
      case FOLD, COPY_IN, COPY_OUT, COPY_WITHIN, DEVICE_FOLD ->
          ",\"args\":{\"bytes\":%d}".formatted(log.bytes(event));
      case NOISE -> ",\"cname\":\"terrible\"";
      default -> "";
    };
  }

  private static String origin(long tag) {
    return Tags.isCollective(tag)
        ? "\"communicator\":%d,\"collective\":%d,\"segment\":%d,"
            .formatted(Tags.contextOf(tag), Tags.sequenceOf(tag), Tags.segmentOf(tag))
        : "\"communicator\":%d,\"tag\":%d,".formatted(Tags.contextOf(tag), Tags.userTagOf(tag));
  }

  private static String bytes(long bytes) {
    String text = ByteSize.format(bytes);
    boolean whole = Character.isDigit(text.charAt(text.length() - 1));
    return whole
        ? text + " B"
        : text.substring(0, text.length() - 1) + " " + text.charAt(text.length() - 1) + "iB";
  }
}
