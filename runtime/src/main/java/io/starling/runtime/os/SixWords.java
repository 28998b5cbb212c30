package io.starling.runtime.os;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;

/**
 * The one shape in which native functions of up to six integers and pointers are called: six words,
 * and a word as the result.
 *
 * <p>The JVM makes some seven classes for each shape at every start, which no archive holds and
 * which its compilers then compile: with a shape for each signature, that was most of a rank's
 * start. On 64-bit systems the first words are passed in registers. A function does not look at
 * those that it does not take, and of an {@code int} it takes the lower half. The part of a result
 * that is longer than the function's own is undefined, so callers cast it.
 */
public final class SixWords {

  /** The shape. */
  public static final FunctionDescriptor SHAPE =
      FunctionDescriptor.of(
          JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);

  private SixWords() {}
}
