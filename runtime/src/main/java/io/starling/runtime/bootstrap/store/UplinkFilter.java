package io.starling.runtime.bootstrap.store;

import io.starling.runtime.bootstrap.wire.Frame;

/** What a store does itself with messages between its ranks and the store above. */
interface UplinkFilter {

  /** An agent's store, which passes on all. */
  UplinkFilter NONE =
      new UplinkFilter() {
        @Override
        public Frame up(Frame frame) {
          return frame;
        }

        @Override
        public Frame answer(Frame frame) {
          return null;
        }
      };

  /** What goes up in place of a message from below; null for nothing. */
  Frame up(Frame frame);

  /** The answer to a message from above, which then goes no further; null where it does. */
  Frame answer(Frame frame);
}
