package io.starling.executor;

/**
 * A task without a result of its own.
 *
 * @param <V> the type of the result
 * @param task runs on a worker
 * @param result what the future has then; it travels along
 */
record RunnableTask<V>(Runnable task, V result) implements SerializableCallable<V> {

  @Override
  public V call() {
    task.run();
    return result;
  }
}
