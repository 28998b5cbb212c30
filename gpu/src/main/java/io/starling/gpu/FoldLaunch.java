package io.starling.gpu;

import static io.starling.gpu.CudaStreams.FIRST_FOLD;
import static io.starling.gpu.CudaStreams.FOLDS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.starling.runtime.reduction.Fold;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Starts folds on a device. One thread at a time: there is one block of parameters. */
final class FoldLaunch {

  private static final int PARAMETERS = 4;

  private final FoldFunctions functions;

  /** The four parameters, followed by the pointers to them that the driver takes. */
  private final MemorySegment parameters = Arena.ofAuto().allocate(JAVA_LONG, 2 * PARAMETERS);

  private final long pointers = parameters.address() + PARAMETERS * JAVA_LONG.byteSize();
  private final String label;
  private final int multiprocessors;

  FoldLaunch(CudaContext context, int driverVersion) {
    functions = new FoldFunctions(context, driverVersion);
    label = context.label();
    multiprocessors = context.multiprocessors();
    for (int index = 0; index < PARAMETERS; index++) {
      parameters.setAtIndex(
          JAVA_LONG, PARAMETERS + index, parameters.address() + index * JAVA_LONG.byteSize());
    }
  }

  /** Whether the device has this fold. */
  boolean has(Fold fold) {
    return functions.of(fold) != null;
  }

  /**
   * Starts a fold on one of its streams.
   *
   * @throws IllegalArgumentException if the device lacks the fold
   */
  void start(
      PostedWork posted, int work, Fold fold, long left, long right, long into, long length) {
    FoldFunctions.Function function = functions.of(fold);
    if (function == null) {
      throw new IllegalArgumentException(label + " has no such fold: " + fold);
    }
    if (length == 0) {
      posted.endNow(work);
      return;
    }
    int stream = posted.chooseFoldStream(FIRST_FOLD, FOLDS, left, right, into, length);
    int status = posted.begin(stream, work, left, right, into, length);
    if (status == CudaLibrary.SUCCESS) {
      status = launch(function, left, right, into, length, posted.handle(stream));
    }
    posted.end(stream, work, function.description(), status, left, right, into, length);
  }

  private int launch(
      FoldFunctions.Function function, long left, long right, long into, long length, long stream) {
    parameters.setAtIndex(JAVA_LONG, 0, left);
    parameters.setAtIndex(JAVA_LONG, 1, right);
    parameters.setAtIndex(JAVA_LONG, 2, into);
    parameters.setAtIndex(JAVA_LONG, PARAMETERS - 1, length);
    return CudaLibrary.launch(
        function.handle(),
        FoldKernels.blocks(length, multiprocessors),
        FoldKernels.THREADS,
        stream,
        pointers);
  }

  void close() {
    functions.close();
  }
}
