package io.starling.executor;

import io.starling.runtime.Request;

/**
 * A task on its way to a worker and back.
 *
 * @param number counts the tasks of the worker, from 1
 * @param send the message with the task
 */
record Flight(TaskFuture<?> task, Lane lane, long number, Request send) {}
