package io.starling.runtime.reduction;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.starling.runtime.Datatype;
import io.starling.runtime.UserFunction;
import java.lang.foreign.MemorySegment;

/**
 * Runs a user's function on private, aligned copies, a few kilobytes at a time.
 *
 * <p>The copies are made for each call: at most 24 KiB, or three elements. A function may fold in
 * turn or keep its arguments, so no scratch memory can be shared, even within a thread.
 */
final class UserFold implements Fold {

  private static final long RUN_BYTES = 8192;

  private final UserFunction function;
  private final Datatype type;
  private final long runBytes;

  UserFold(UserFunction function, Datatype type) {
    this.function = function;
    this.type = type;
    runBytes = type.size() == 0 ? RUN_BYTES : Math.max(1, RUN_BYTES / type.size()) * type.size();
  }

  @Override
  public void fold(
      MemorySegment left,
      long leftOffset,
      MemorySegment right,
      long rightOffset,
      MemorySegment into,
      long intoOffset,
      long bytes) {
    MemorySegment leftRun = run(bytes);
    MemorySegment rightRun = run(bytes);
    MemorySegment intoRun = run(bytes);
    for (long done = 0; done < bytes; done += runBytes) {
      long length = Math.min(runBytes, bytes - done);
      MemorySegment.copy(left, JAVA_BYTE, leftOffset + done, leftRun, JAVA_BYTE, 0, length);
      MemorySegment.copy(right, JAVA_BYTE, rightOffset + done, rightRun, JAVA_BYTE, 0, length);
      function.apply(
          leftRun.asSlice(0, length),
          rightRun.asSlice(0, length),
          intoRun.asSlice(0, length),
          length / type.size(),
          type);
      MemorySegment.copy(intoRun, JAVA_BYTE, 0, into, JAVA_BYTE, intoOffset + done, length);
    }
  }

  private MemorySegment run(long bytes) {
    long words = Math.ceilDiv(Math.min(runBytes, bytes), Long.BYTES);
    return MemorySegment.ofArray(new long[Math.toIntExact(words)]);
  }
}
