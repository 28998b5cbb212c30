package io.starling.launcher.exit;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Signals to the launcher, from when this is made until it is closed. {@code sun.misc.Signal} is
 * reached by reflection, for javac warns of any mention of it and offers no way to say that it is
 * meant.
 */
public final class Signals implements AutoCloseable {

  static final int INTERRUPT = 2;
  static final int TERMINATE = 15;
  static final int HANG_UP = 1;

  /** USR1, which asks for a report and ends nothing. */
  public static final int REPORT = 10;

  private static final Map<String, Integer> NUMBERS =
      Map.of("INT", INTERRUPT, "TERM", TERMINATE, "HUP", HANG_UP, "USR1", REPORT);

  /** Whether a signal of this number is one that ends the launcher. */
  public static boolean isEnd(int number) {
    return number == INTERRUPT || number == TERMINATE || number == HANG_UP;
  }

  private record Previous(Object signal, Object handler) {}

  private final List<Previous> previous = new ArrayList<>();

  /** Hands the numbers of INT, TERM, HUP and USR1 to the consumer until this is closed. */
  public Signals(Consumer<Integer> onSignal) {
    NUMBERS.forEach((name, number) -> install(name, () -> onSignal.accept(number)));
  }

  private void install(String name, Runnable action) {
    try {
      Class<?> signalType = Class.forName("sun.misc.Signal");
      Object signal = signalType.getConstructor(String.class).newInstance(name);
      MethodHandle run =
          MethodHandles.publicLookup()
              .findVirtual(Runnable.class, "run", MethodType.methodType(void.class))
              .bindTo(action);
      Object handler =
          MethodHandleProxies.asInterfaceInstance(
              Class.forName("sun.misc.SignalHandler"),
              MethodHandles.dropArguments(run, 0, signalType));
      previous.add(new Previous(signal, handle(signal, handler)));
    } catch (ReflectiveOperationException e) {
      // This JVM keeps the signal to itself: it then does what the JVM does by default.
    }
  }

  private static Object handle(Object signal, Object handler) throws ReflectiveOperationException {
    Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
    return signal
        .getClass()
        .getMethod("handle", signal.getClass(), handlerType)
        .invoke(null, signal, handler);
  }

  @Override
  public void close() {
    for (Previous before : previous) {
      try {
        handle(before.signal(), before.handler());
      } catch (ReflectiveOperationException e) {
        // It could be installed, so this does not happen; if it did, the job is over anyway.
      }
    }
  }
}
