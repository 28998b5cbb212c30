package io.starling.collectives.communicator;

import io.starling.runtime.Buffer;
import io.starling.runtime.PersistentRequest;
import io.starling.runtime.Request;

/**
 * One call of a collective on one rank, and what must come of it. All elements are INT64.
 *
 * @param name for messages
 * @param data what this rank contributes, or null where that is ignored
 * @param expected what this rank gets, or null where that is ignored
 * @param inPlace what lies in the result before a call in place, or null where this rank passes
 *     nothing in place
 * @param expectedInPlace what lies there afterwards; where an element is {@link #ANYTHING}, it may
 *     be anything
 * @param resultInPlace whether it is the result that is IN_PLACE, and the data that has it
 * @param call how to call it
 */
record CollectiveCase(
    String name,
    long[] data,
    long[] expected,
    long[] inPlace,
    long[] expectedInPlace,
    boolean resultInPlace,
    Forms call) {

  /** Whether operators are involved, which do not take all datatypes. */
  boolean folds() {
    return name.matches(".*(educe|Scan|scan).*");
  }

  /**
   * Whether the call says which datatypes its blocks have, so that those of its buffers don't
   * count.
   */
  boolean hasTypedBlocks() {
    return name.matches(".*lltoallw.*");
  }

  /** An element that is left undefined. */
  static final long ANYTHING = Long.MIN_VALUE + 77;

  /** The three forms of a call. */
  interface Forms {
    void run(Buffer data, Buffer result);

    Request start(Buffer data, Buffer result);

    PersistentRequest init(Buffer data, Buffer result);

    /** The forms of a call that are given one by one. */
    static Forms of(Run run, Start<Request> start, Start<PersistentRequest> init) {
      return new Forms() {
        @Override
        public void run(Buffer data, Buffer result) {
          run.with(data, result);
        }

        @Override
        public Request start(Buffer data, Buffer result) {
          return start.with(data, result);
        }

        @Override
        public PersistentRequest init(Buffer data, Buffer result) {
          return init.with(data, result);
        }
      };
    }
  }

  /** The blocking form. */
  interface Run {
    void with(Buffer data, Buffer result);
  }

  /** One of the other forms. */
  interface Start<R> {
    R with(Buffer data, Buffer result);
  }
}
