package io.starling.gpu;

import io.starling.runtime.log.Logs;
import io.starling.runtime.reduction.Fold;
import io.starling.runtime.reduction.Operators;
import io.starling.runtime.reduction.PredefinedFold;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import jcuda.Pointer;
import jcuda.driver.CUfunction;
import jcuda.driver.CUjit_option;
import jcuda.driver.CUmodule;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;
import jcuda.driver.JITOptions;

/**
 * The device's functions for folds. The driver compiles each for its device at first use, in some
 * hundredths of a second (all of them would take seconds), and caches the result on disk. One
 * thread at a time.
 */
final class FoldFunctions {

  private static final System.Logger LOG = Logs.named(FoldFunctions.class.getName());

  private static final int LONGEST_LOG = 8192;

  /** The CUDA version and compute capability of the PTX of {@link FoldKernels}. */
  private static final String OLDEST_CUDA = "10.0";

  private static final String OLDEST_CAPABILITY = "6.0";

  private final CudaContext context;
  private final int driverVersion;
  private final IdentityHashMap<Fold, Function> known = new IdentityHashMap<>();
  private boolean hasToldOfUsers;
  private final List<CUmodule> modules = new ArrayList<>();

  FoldFunctions(CudaContext context, int driverVersion) {
    this.context = context;
    this.driverVersion = driverVersion;
  }

  /**
   * A fold as a function of the device.
   *
   * @param handle for {@link CudaLibrary#launch}
   * @param description the name for messages
   */
  record Function(long handle, String description) {}

  /**
   * The function of a fold; null if the device has none, as for user-defined folds.
   *
   * @throws GpuUnavailableException if the driver can't compile the functions
   */
  Function of(Fold fold) {
    Function function = known.get(fold);
    return function != null ? function : find(fold);
  }

  void close() {
    if (!modules.isEmpty()) {
      context.use();
      for (CUmodule module : modules) {
        int _ = JCudaDriver.cuModuleUnload(module);
      }
      modules.clear();
      known.clear();
    }
  }

  private Function find(Fold fold) {
    Optional<PredefinedFold> predefined = Operators.whatIs(fold);
    if (predefined.isEmpty()) {
      tellOfUsers();
      return null;
    }
    Function function = function(predefined.get());
    known.put(fold, function);
    return function;
  }

  private void tellOfUsers() {
    if (!hasToldOfUsers) {
      hasToldOfUsers = true;
      LOG.log(
          System.Logger.Level.INFO,
          "%s has no function for a user-defined reduction operator: the processor folds, and the data crosses to the host"
              .formatted(context.label()));
    }
  }

  private Function function(PredefinedFold fold) {
    String name = FoldKernels.name(fold);
    String ptx = FoldKernels.ptx(fold); // Reads a file: a virtual thread may change carriers there.
    context.use();
    CUmodule module = load(ptx);
    modules.add(module);
    CUfunction function = new CUfunction();
    context.check(
        JCudaDriver.cuModuleGetFunction(function, module, name),
        "finding the fold " + name + " (cuModuleGetFunction)");
    return new Function(NativeHandle.of(function), "the fold " + name);
  }

  private CUmodule load(String ptx) {
    CUmodule module = new CUmodule();
    JITOptions options = new JITOptions();
    options.putInt(CUjit_option.CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, LONGEST_LOG);
    options.putBytes(CUjit_option.CU_JIT_ERROR_LOG_BUFFER, new byte[LONGEST_LOG]);
    byte[] terminated = (ptx + '\0').getBytes(StandardCharsets.US_ASCII);
    int status = JCudaDriver.cuModuleLoadDataJIT(module, Pointer.to(terminated), options);
    if (status != CUresult.CUDA_SUCCESS) {
      throw new GpuUnavailableException(
          refusal(status, options.getString(CUjit_option.CU_JIT_ERROR_LOG_BUFFER)));
    }
    return module;
  }

  private String refusal(int status, String log) {
    return "%s can't fold: its driver supports CUDA %s and refuses functions for CUDA %s and later, compute capability %s and later: %s%s"
        .formatted(
            context.label(),
            DriverVersion.text(driverVersion),
            OLDEST_CUDA,
            OLDEST_CAPABILITY,
            CudaStatus.describe(status),
            log == null || log.isBlank() ? "" : "; the compiler says: " + log.strip());
  }
}
