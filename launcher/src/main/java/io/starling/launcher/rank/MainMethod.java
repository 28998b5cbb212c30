package io.starling.launcher.rank;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;

/**
 * The user's main method, by the rules of Java 25's own launcher (JLS 12.1.4): static or not, with
 * or without the arguments, of any access but private, own or inherited.
 */
final class MainMethod {

  private final MethodHandle handle;

  private MainMethod(MethodHandle handle) {
    this.handle = handle;
  }

  static MainMethod of(String className) throws MainMethodException {
    Class<?> mainClass = load(className);
    Method method = find(mainClass, String[].class);
    if (method == null) {
      method = find(mainClass);
    }
    if (method == null) {
      throw new MainMethodException(
          "class " + className + " has no method 'static void main(String[] arguments)'", null);
    }
    try {
      return new MainMethod(bind(mainClass, method));
    } catch (NoSuchMethodException e) {
      throw new MainMethodException(
          "the main method of "
              + className
              + " is not static and the class has no constructor without parameters",
          e);
    } catch (ReflectiveOperationException e) {
      throw new MainMethodException("cannot call the main method of " + className + ": " + e, e);
    }
  }

  void call(String[] arguments) throws Throwable {
    handle.invokeExact(arguments);
  }

  private static Class<?> load(String className) throws MainMethodException {
    try {
      return Class.forName(className.replace('/', '.'));
    } catch (ClassNotFoundException | NoClassDefFoundError e) {
      throw new MainMethodException(
          "cannot load the main class %s (%s); -cp names where it is".formatted(className, e), e);
    }
  }

  private static Method find(Class<?> mainClass, Class<?>... parameters) {
    for (Class<?> type = mainClass; type != null; type = type.getSuperclass()) {
      try {
        Method method = type.getDeclaredMethod("main", parameters);
        if (!Modifier.isPrivate(method.getModifiers()) && method.getReturnType() == void.class) {
          return method;
        }
      } catch (NoSuchMethodException e) {
        // A superclass may have it.
      }
    }
    return null;
  }

  private static MethodHandle bind(Class<?> mainClass, Method method)
      throws ReflectiveOperationException {
    method.setAccessible(true);
    MethodHandle handle = MethodHandles.lookup().unreflect(method);
    if (!Modifier.isStatic(method.getModifiers())) {
      handle = handle.bindTo(instance(mainClass));
    }
    if (handle.type().parameterCount() == 0) {
      handle = MethodHandles.dropArguments(handle, 0, String[].class);
    }
    return handle.asFixedArity().asType(MethodType.methodType(void.class, String[].class));
  }

  private static Object instance(Class<?> mainClass) throws ReflectiveOperationException {
    Constructor<?> constructor = mainClass.getDeclaredConstructor();
    constructor.setAccessible(true);
    return constructor.newInstance();
  }

  /** The frames of the program, without those by which Starling called it. */
  static StackTraceElement[] withoutTrampoline(StackTraceElement[] frames) {
    int end = frames.length;
    String trampoline = MainMethod.class.getPackageName();
    while (end > 0
        && (frames[end - 1].getClassName().startsWith(trampoline)
            || frames[end - 1].getClassName().startsWith("java.lang.invoke."))) {
      end--;
    }
    return end == 0 ? frames : Arrays.copyOf(frames, end);
  }
}
