package io.starling.bench.soak;

import io.starling.runtime.Buffer;
import io.starling.runtime.PersistentRequest;
import io.starling.runtime.Request;

/**
 * A call in its three forms, of a communicator and two buffers.
 *
 * @param <C> the communicator
 * @param blocking returns when it is complete
 * @param starting only starts it
 * @param persistent only sets it up
 */
record TrialCall<C>(Blocking<C> blocking, Starting<C> starting, Persistent<C> persistent) {

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
  SoakTrial.Forms on(C communicator, Buffer data, Buffer result) {
    return new SoakTrial.Forms(
        () -> blocking.run(communicator, data, result),
        () -> starting.start(communicator, data, result),
        () -> persistent.init(communicator, data, result));
  }
}
