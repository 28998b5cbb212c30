package io.starling.gpu;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Path;

/**
 * Checks step by step whether CUDA works here, so that the first failed step can be named.
 *
 * <p>Without a driver, JCuda fails with an {@code UnsatisfiedLinkError} of many lines, and with a
 * {@code NoClassDefFoundError} from then on. It is therefore not used before {@code libcuda.so.1}
 * has been loaded.
 */
final class CudaProbe {

  /** Part of NVIDIA's driver, not of the CUDA toolkit. */
  static final String DRIVER_LIBRARY = "libcuda.so.1";

  private CudaProbe() {}

  static Gpus probe() {
    return probe(DRIVER_LIBRARY, Path.of(System.getProperty("java.io.tmpdir")));
  }

  static Gpus probe(String driverLibrary, Path nativesFolder) {
    if (!loads(driverLibrary)) {
      return new Gpus.Missing(
          driverLibrary
              + " cannot be loaded; it is part of NVIDIA's driver, which is not installed");
    }
    // On the module path: JCuda is in the unnamed module, which no declaration can require.
    CudaProbe.class.getModule().addReads(CudaProbe.class.getClassLoader().getUnnamedModule());
    try {
      JcudaNatives.placeIn(nativesFolder, JcudaNatives.DRIVER);
      return CudaDriver.devices();
    } catch (IOException | LinkageError | RuntimeException e) {
      return new Gpus.Missing("JCuda cannot be started: " + firstLine(e));
    }
  }

  /**
   * Loads the driver for good, as JCuda does: to unload it in between would run its shutdown code.
   */
  private static boolean loads(String library) {
    try {
      return SymbolLookup.libraryLookup(library, Arena.global()).find("cuInit").isPresent();
    } catch (IllegalArgumentException | IllegalCallerException _) {
      return false;
    }
  }

  private static String firstLine(Throwable problem) {
    return problem.toString().lines().findFirst().orElse("");
  }
}
