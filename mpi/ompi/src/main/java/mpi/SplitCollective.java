package mpi;

import io.starling.mpi.ErrorClass;
import io.starling.mpi.Failure;
import io.starling.runtime.Buffer;
import io.starling.runtime.Request;
import java.util.function.Function;

/**
 * A call of all ranks on a file in two parts. Over a direct buffer it goes on between them; over
 * other memory it is over after the first.
 */
final class SplitCollective {

  private boolean isOpen;
  private Request request;
  private Status kept;

  /** Begins. */
  void begin(
      Object memory,
      Buffer data,
      Function<Buffer, Request> start,
      Function<Buffer, io.starling.runtime.Status> call) {
    if (isOpen) {
      throw new Failure(ErrorClass.OTHER, "a split collective of this file has not ended");
    }
    if (memory instanceof java.nio.Buffer buffer && buffer.isDirect()) {
      request = start.apply(data);
    } else {
      kept = Status.of(call.apply(data));
    }
    isOpen = true;
  }

  /** Ends: null if it was not begun. */
  Status end() {
    Request ending = request;
    Status status = kept;
    request = null;
    kept = null;
    isOpen = false;
    if (ending != null) {
      ending.await();
      status = Status.of(ending.status());
    }
    return status;
  }
}
