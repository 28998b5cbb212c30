package io.starling.bench.soak;

import io.starling.runtime.memory.Buffer;
import io.starling.runtime.progress.PersistentRequest;
import io.starling.runtime.progress.Request;

/**
 * A call in its three forms, of a communicator and two buffers.
 *
 * @param <C> the communicator
 * @param blocking returns when it is complete
 * @param starting only starts it
 * @param persistent only sets it up
 */
record Call<C>(Blocking<C> blocking, Starting<C> starting, Persistent<C> persistent) {

  interface Blocking<C> {
    void run(C communicator, Buffer data, Buffer result);
  }

  interface Starting<C> {
    Request start(C communicator, Buffer data, Buffer result);
  }

  interface Persistent<C> {
    PersistentRequest init(C communicator, Buffer data, Buffer result);
  }

  /** The call on these. */
  Trial.Forms on(C communicator, Buffer data, Buffer result) {
    return new Trial.Forms() {
      @Override
      public void run() {
        blocking.run(communicator, data, result);
      }

      @Override
      public Request start() {
        return starting.start(communicator, data, result);
      }

      @Override
      public PersistentRequest init() {
        return persistent.init(communicator, data, result);
      }
    };
  }
}
