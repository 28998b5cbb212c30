package io.starling.executor;

import java.io.Serializable;
import java.util.concurrent.Callable;

/**
 * A task with a result that can be sent to another rank. Where the compiler expects it, a lambda is
 * serialisable.
 *
 * @param <V> the type of the result, which is serialisable too
 */
@FunctionalInterface
public interface SerializableCallable<V> extends Callable<V>, Serializable {}
