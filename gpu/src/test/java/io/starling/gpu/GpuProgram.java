package io.starling.gpu;

import java.lang.reflect.InvocationTargetException;

/** Runs a scenario such as {@code LifeScenarios.what_is_wrong_is_told} in a JVM on the stand-in. */
final class GpuProgram {

  private GpuProgram() {}

  public static void main(String[] arguments) throws Throwable {
    String[] scenario = arguments[0].split("\\.");
    Class<?> list = Class.forName(GpuProgram.class.getPackageName() + "." + scenario[0]);
    try {
      if (arguments.length == 1) {
        list.getDeclaredMethod(scenario[1]).invoke(null);
      } else {
        list.getDeclaredMethod(scenario[1], long.class, int.class)
            .invoke(null, Long.parseLong(arguments[1]), Integer.parseInt(arguments[2]));
      }
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
