package io.starling.bench.laboratory.noise;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;

/** The signals of Linux that stop a process and let it go on; no shell is quick enough. */
final class StopSignals {

  private static final int CONTINUE = 18;
  private static final int STOP = 19;

  private static final MethodHandle KILL =
      Linker.nativeLinker()
          .downcallHandle(
              Linker.nativeLinker().defaultLookup().findOrThrow("kill"),
              FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));

  private StopSignals() {}

  /** Whether the process is there and may be stopped. */
  static boolean stop(long process) {
    return send(process, STOP);
  }

  static boolean letGoOn(long process) {
    return send(process, CONTINUE);
  }

  private static boolean send(long process, int signal) {
    try {
      return (int) KILL.invokeExact((int) process, signal) == 0;
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
