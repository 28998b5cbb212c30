package io.starling.gpu;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import io.starling.runtime.reduction.PredefinedFold;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.Optional;

/** The kernels of {@code folds.cu}, compiled for the CPU: their threads run one after the other. */
final class HostKernels implements Kernels {

  private final MethodHandle hasKernel;
  private final MethodHandle runKernel;

  private HostKernels(Path library, Arena arena) {
    SymbolLookup symbols = SymbolLookup.libraryLookup(library, arena);
    Linker linker = Linker.nativeLinker();
    hasKernel =
        linker.downcallHandle(
            symbols.findOrThrow("has_kernel"), FunctionDescriptor.of(JAVA_INT, ADDRESS));
    runKernel =
        linker.downcallHandle(
            symbols.findOrThrow("run_kernel"),
            FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS));
  }

  /**
   * Compiles and loads the kernels.
   *
   * @param folder for the library
   * @param arena that keeps the library loaded
   * @return nothing, and one line of output, if there is no {@code g++}
   */
  static Optional<HostKernels> compile(Path folder, Arena arena)
      throws IOException, InterruptedException {
    Path library = folder.resolve("libfolds_on_host.so");
    ProcessBuilder compiler =
        new ProcessBuilder(
                "g++",
                "-std=c++17",
                "-O2",
                "-ffp-contract=off",
                "-fsanitize=alignment",
                "-fPIC",
                "-shared",
                "-pthread",
                "-I",
                "src/main/cuda",
                "-o",
                library.toString(),
                "src/test/native/folds_on_host.cpp")
            .inheritIO();
    Process process;
    try {
      process = compiler.start();
    } catch (IOException noCompiler) {
      System.out.println("Kernels are not tested on the CPU: " + noCompiler.getMessage());
      return Optional.empty();
    }
    if (process.waitFor() != 0) {
      throw new IOException("g++ cannot compile folds.cu");
    }
    return Optional.of(new HostKernels(library, arena));
  }

  boolean has(String name) {
    try (Arena arena = Arena.ofConfined()) {
      return (int) hasKernel.invokeExact(arena.allocateFrom(name)) == 1;
    } catch (Throwable problem) {
      throw new AssertionError(problem);
    }
  }

  @Override
  public MemorySegment allocate(long bytes, Arena arena) {
    return arena.allocate(bytes, 16);
  }

  @Override
  public void run(
      PredefinedFold fold,
      int blocks,
      MemorySegment left,
      MemorySegment right,
      MemorySegment into,
      long bytes) {
    String name = FoldKernels.name(fold);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment parameters = arena.allocate(ADDRESS, 4);
      parameters.setAtIndex(ADDRESS, 0, arena.allocateFrom(ADDRESS, left));
      parameters.setAtIndex(ADDRESS, 1, arena.allocateFrom(ADDRESS, right));
      parameters.setAtIndex(ADDRESS, 2, arena.allocateFrom(ADDRESS, into));
      parameters.setAtIndex(ADDRESS, 3, arena.allocateFrom(JAVA_LONG, bytes));
      int result =
          (int)
              runKernel.invokeExact(
                  arena.allocateFrom(name), blocks, 1, FoldKernels.THREADS, parameters);
      assertThat(result).as(name + ": 1 is not there, 2 misaligned").isZero();
    } catch (RuntimeException | Error problem) {
      throw problem;
    } catch (Throwable problem) {
      throw new AssertionError(problem);
    }
  }
}
