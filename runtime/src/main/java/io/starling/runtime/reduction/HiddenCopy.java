package io.starling.runtime.reduction;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.constant.ConstantDescs;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Makes instances of copies of a class, each copy with data of its own.
 *
 * <p>Why: the compiler makes straight vector code of a loop only if it knows the operation when it
 * compiles the loop. A field of an instance does not tell it, and code that operators share is
 * compiled for none of them. In a copy, the operation is a static final field, and the compiled
 * code is the copy's alone. The other way is to write out each loop by hand for each operator and
 * type, some seventy times.
 *
 * <p>The classes are templates: top-level or static nested, in this package, with a constructor
 * that takes nothing, and never initialised themselves. Copies appear in profiles as {@code
 * Name/0x...}.
 */
final class HiddenCopy {

  private HiddenCopy() {}

  /** An instance of a new copy of {@code template}. */
  static <T> T of(Class<? extends T> template, Class<T> type, Object data) {
    String name = template.getName().substring(template.getPackageName().length() + 1) + ".class";
    try (InputStream bytes = HiddenCopy.class.getResourceAsStream(name)) {
      MethodHandles.Lookup copy =
          MethodHandles.lookup().defineHiddenClassWithClassData(bytes.readAllBytes(), data, true);
      return type.cast(
          copy.findConstructor(copy.lookupClass(), MethodType.methodType(void.class)).invoke());
    } catch (IOException exception) {
      throw new UncheckedIOException(exception);
    } catch (Throwable exception) {
      throw new AssertionError("A class may copy the classes of its package", exception);
    }
  }

  /** What the caller, a copy, was made with. */
  static <T> T data(MethodHandles.Lookup caller, Class<T> type) {
    try {
      return MethodHandles.classData(caller, ConstantDescs.DEFAULT_NAME, type);
    } catch (IllegalAccessException exception) {
      throw new AssertionError("A class may read its own data", exception);
    }
  }
}
