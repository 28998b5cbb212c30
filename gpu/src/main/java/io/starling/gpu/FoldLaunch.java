package io.starling.gpu;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.starling.runtime.reduction.Fold;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Starts folds on a device. One thread at a time: there is one block of parameters. */
final class FoldLaunch {

  private static final int PARAMETERS = 4;

  private final FoldFunctions functions;

  /** The four parameters, then the pointers to them, which the driver wants. */
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
   * The function of a fold.
   *
   * @throws IllegalArgumentException if the device has none
   */
  FoldFunctions.Function of(Fold fold) {
    FoldFunctions.Function function = functions.of(fold);
    if (function == null) {
      throw new IllegalArgumentException(label + " has no such fold: " + fold);
    }
    return function;
  }

  /** Posts a fold; returns a status. */
  int launch(
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
