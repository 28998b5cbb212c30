package io.starling.executor;

import java.io.Serializable;

/**
 * Tells a worker that a task is not wanted any more.
 *
 * @param number the task's number among those of the worker, from 1
 * @param mayInterrupt whether to interrupt it if it runs
 */
record Cancel(long number, boolean mayInterrupt) implements Serializable {}
