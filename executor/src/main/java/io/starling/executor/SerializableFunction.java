package io.starling.executor;

import java.io.Serializable;
import java.util.function.Function;

/**
 * A function that can be sent to another rank. Where the compiler expects it, a lambda is
 * serialisable.
 *
 * @param <T> the type of the argument
 * @param <R> the type of the result; both are serialisable too
 */
@FunctionalInterface
public interface SerializableFunction<T, R> extends Function<T, R>, Serializable {}
