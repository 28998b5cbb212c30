package io.starling.bench.soak;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.locks.LockSupport;

/** Whether this rank kills itself in a step, and when. */
final class KillSchedule {

  private static final int SALT = 0x0DEAD;
  private static final int STEPS_BETWEEN = 150;
  private static final int LONGEST_WAIT_MICROS = 3000;
  private static final int KILL = 9;

  private KillSchedule() {}

  /** How many ranks die in this step, of so many. */
  static boolean comes(SeededRandom step, int size, int rank) {
    SeededRandom draw = step.part(SALT);
    if (draw.below(STEPS_BETWEEN) != 0) {
      return false;
    }
    int first = draw.below(size);
    int second = draw.percent(15) ? draw.below(size) : first;
    return rank == first || rank == second;
  }

  /** At some moment of the step, which begins now. */
  static void schedule(SeededRandom step) {
    long micros = step.part(SALT + 1).below(LONGEST_WAIT_MICROS);
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              LockSupport.parkNanos(micros * 1000);
              now();
            });
  }

  /** As the kernel kills: nothing is tidied up. */
  private static void now() {
    Linker linker = Linker.nativeLinker();
    MethodHandle kill =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("kill"),
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
    try {
      int _ = (int) kill.invokeExact((int) ProcessHandle.current().pid(), KILL);
    } catch (Throwable e) {
      Runtime.getRuntime().halt(KILL);
    }
  }
}
