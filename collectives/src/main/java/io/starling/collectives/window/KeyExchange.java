package io.starling.collectives.window;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.starling.collectives.Communicator;
import io.starling.collectives.operation.Context;
import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.StarlingException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * The steps in which the ranks of a window make it: each does its part and passes bytes to all. If
 * one of them fails, for want of memory above all, all ranks hear of that and fail together, so
 * that none waits for it later.
 */
final class KeyExchange {

  private static final byte DONE = 0;
  private static final byte FAILED = 1;
  private static final int HEADER = Integer.BYTES + Byte.BYTES;

  private final Communicator communicator;
  private final Context context;
  private final String call;

  /**
   * The exchanges of a call.
   *
   * @param call its name, for messages
   */
  KeyExchange(Communicator communicator, Context context, String call) {
    this.communicator = communicator;
    this.context = context;
    this.call = call;
  }

  /**
   * Does this rank's part of a step; returns what each rank passes.
   *
   * @param undo frees what the steps have made, if a rank has failed: no other one uses it then
   * @throws StarlingException on all ranks if one has failed, which it names
   */
  byte[][] step(Supplier<byte[]> part, Runnable undo) {
    byte[] own;
    Throwable failure = null;
    try {
      own = part.get();
    } catch (RuntimeException | OutOfMemoryError e) {
      failure = e;
      own = reason(e).getBytes(UTF_8);
    }
    byte[][] all = pass(failure == null ? DONE : FAILED, own);
    for (int rank = 0; rank < all.length; rank++) {
      if (all[rank][0] == FAILED) {
        undo.run();
        String words = new String(all[rank], 1, all[rank].length - 1, UTF_8);
        throw new StarlingException(
            "rank %d, %s: rank %d %s"
                .formatted(context.engine().rank(), call, context.process(rank), words),
            failure);
      }
    }
    for (int rank = 0; rank < all.length; rank++) {
      all[rank] = Arrays.copyOfRange(all[rank], 1, all[rank].length);
    }
    return all;
  }

  private static String reason(Throwable failure) {
    return failure instanceof OutOfMemoryError
        ? "has no memory for its part: " + failure.getMessage()
        : "can't do its part: " + failure.getMessage();
  }

  /** What each rank passes, of any length, after its mark. */
  private byte[][] pass(byte mark, byte... own) {
    int longest = communicator.allreduce(own.length, ReductionOperator.MAX);
    int block = HEADER + longest;
    byte[] mine =
        Arrays.copyOf(
            ByteBuffer.allocate(HEADER + own.length).putInt(own.length).put(mark).put(own).array(),
            block);
    byte[] all = new byte[Math.multiplyExact(block, context.size())];
    communicator.allgather(Buffer.of(mine), Buffer.of(all));
    byte[][] result = new byte[context.size()][];
    for (int rank = 0; rank < result.length; rank++) {
      int at = rank * block;
      int length = ByteBuffer.wrap(all, at, Integer.BYTES).getInt();
      result[rank] = Arrays.copyOfRange(all, at + Integer.BYTES, at + HEADER + length);
    }
    return result;
  }
}
