package io.starling.executor;

import java.io.Serializable;

/**
 * Comes in place of a task: the last one has ended.
 *
 * @param cancels how many {@link Cancel}s the worker was sent, so that it leaves none behind
 */
record Stop(long cancels) implements Serializable {}
