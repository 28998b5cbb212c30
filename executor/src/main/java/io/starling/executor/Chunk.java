package io.starling.executor;

import java.util.ArrayList;
import java.util.List;

/**
 * Some inputs of a map, which one worker processes in their order.
 *
 * @param <T> the type of an input
 * @param <R> the type of a result
 * @param function is applied to each
 * @param inputs an array list
 */
record Chunk<T, R>(SerializableFunction<? super T, ? extends R> function, ArrayList<T> inputs)
    implements SerializableCallable<List<R>> {

  @Override
  public List<R> call() {
    List<R> results = new ArrayList<>(inputs.size());
    for (T input : inputs) {
      results.add(function.apply(input));
    }
    return results;
  }
}
