package io.starling.collectives.pointtopoint;

import io.starling.collectives.operation.Context;
import io.starling.runtime.Status;
import io.starling.runtime.progress.MessageInfo;
import io.starling.runtime.progress.Tags;

/**
 * Which messages a receive or a probe takes (MPI 4.1, section 3.2.4).
 *
 * @param source a rank of the communicator, {@link #ANY}, or {@link Context#PROC_NULL}
 * @param tag a tag, or {@link #ANY}
 */
public record Envelope(int source, int tag) {

  /** Instead of a source or a tag: any. */
  public static final int ANY = -1;

  /** What is received from PROC_NULL (MPI 4.1, section 3.10). */
  public static final Status NOBODY = new Status(Context.PROC_NULL, ANY, 0);

  /** Whether there will be no message. */
  public boolean isOfNobody() {
    return source == Context.PROC_NULL;
  }

  /** The source's rank in the job, or {@link #ANY}. */
  int process(Context context) {
    return source == ANY ? ANY : context.process(source);
  }

  /** The tag to match, in the bits of {@link #mask}. */
  public long wireTag(Context context) {
    return Tags.pointToPoint(context.number(), Math.max(0, process(context)), Math.max(0, tag));
  }

  /** The same of a message that is an object. */
  public long objectTag(Context context) {
    return Tags.object(context.number(), Math.max(0, process(context)), Math.max(0, tag));
  }

  /** The bits of the tag that matter. */
  public long mask() {
    return Tags.mask(source == ANY, tag == ANY);
  }

  /** What a message's tag and length say of it. */
  public static Status status(Context context, MessageInfo message) {
    return status(context, message.tag(), message.bytes());
  }

  static Status status(Context context, long wireTag, long bytes) {
    return new Status(context.rankOf(Tags.sourceOf(wireTag)), Tags.userTagOf(wireTag), bytes);
  }

  /** For people, who know processes by their ranks in the job. */
  public String describe(Context context) {
    String who =
        switch (source) {
          case Context.PROC_NULL -> "PROC_NULL";
          case ANY -> "any rank";
          default -> "rank " + context.process(source);
        };
    return "from " + who + " with " + (tag == ANY ? "any tag" : "tag " + tag);
  }
}
