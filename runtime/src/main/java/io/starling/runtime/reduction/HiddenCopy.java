package io.starling.runtime.reduction;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.constant.ConstantDescs;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Makes copies of a class, each with its own data, and instances of them.
 *
 * <p>The compiler makes good vector code of a loop only if it knows the operation when it compiles
 * the loop. An instance field is not enough, and code that operators share is optimized for none of
 * them. In a copy, the operation is a static final field, and the compiled code belongs to that
 * copy. The alternative is to write each loop by hand for each operator and type, about seventy
 * times.
 *
 * <p>The classes are templates: top-level or static nested classes of this package with a
 * no-argument constructor. They are never initialised themselves. Copies appear in profiles as
 * {@code Name/0x...}.
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

  /** The data of the calling copy. */
  static <T> T data(MethodHandles.Lookup caller, Class<T> type) {
    try {
      return MethodHandles.classData(caller, ConstantDescs.DEFAULT_NAME, type);
    } catch (IllegalAccessException exception) {
      throw new AssertionError("A class may read its own data", exception);
    }
  }
}
