package io.starling.executor;

import java.io.Serializable;

/**
 * A task without a result that can be sent to another rank. Where the compiler expects it, a lambda
 * is serialisable.
 */
@FunctionalInterface
public interface SerializableRunnable extends Runnable, Serializable {}
