package io.starling.gpu;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Path;

/**
 * Finds out, step by step, whether CUDA works here, so that the first step that fails can be named.
 *
 * <p>JCuda itself fails with an {@code UnsatisfiedLinkError} of many lines where the driver is
 * missing, and with a {@code NoClassDefFoundError} ever after: it is not touched before {@code
 * libcuda.so.1} was seen to load.
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

  /** Loads it for good, as JCuda will, too: a driver that is unloaded in between runs its end. */
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
