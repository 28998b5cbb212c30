package io.starling.examples.objects;

import io.starling.objects.ObjectId;

/**
 * The ids of what a master and its workers exchange. Both make them from the same texts, so no id
 * is sent.
 *
 * @param program what distinguishes this program from others that use the same store
 */
record Names(String program) {

  /** Version of a model that ends a worker. */
  static final long END = -1;

  /** The n-th order of a worker, from 1 on: the version of the model that it works with. */
  ObjectId order(int worker, long n) {
    return ObjectId.of("%s: order %d of worker %d".formatted(program, n, worker));
  }

  /** The result of that order; number 0 says that the worker is there. */
  ObjectId result(int worker, long n) {
    return ObjectId.of("%s: result %d of worker %d".formatted(program, n, worker));
  }

  /** A version of the model. */
  ObjectId model(long version) {
    return ObjectId.of("%s: model %d".formatted(program, version));
  }
}
