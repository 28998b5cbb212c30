package io.starling.gpu;

import java.lang.reflect.InvocationTargetException;

/** Runs one of {@link GpuScenarios} in a JVM on the stand-in. */
final class GpuProgram {

  private GpuProgram() {}

  public static void main(String[] arguments) throws Throwable {
    Class<?> scenarios = Class.forName(GpuProgram.class.getPackageName() + "." + arguments[0]);
    try {
      if (arguments.length == 2) {
        scenarios.getDeclaredMethod(arguments[1]).invoke(null);
      } else {
        scenarios
            .getDeclaredMethod(arguments[1], long.class, int.class)
            .invoke(null, Long.parseLong(arguments[2]), Integer.parseInt(arguments[3]));
      }
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
