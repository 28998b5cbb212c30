package io.starling.runtime.bootstrap.store;

import java.nio.channels.SelectionKey;
import java.util.ArrayList;
import java.util.List;

/**
 * The listeners that pause after a client could not be accepted. If the process has no file
 * descriptors left, the listener stays ready, and a loop without a pause would do nothing else. For
 * one thread.
 */
final class Listening {

  private static final long PAUSE_MILLISECONDS = 100;

  private final List<SelectionKey> resting = new ArrayList<>();
  private long since;

  /** Pauses a listener for a tenth of a second. */
  void pause(SelectionKey listener, long now) {
    if (listener.isValid()) {
      listener.interestOps(0);
      resting.add(listener);
      since = now;
    }
  }

  /** The time the loop may sleep, at most the given one. */
  long patienceMilliseconds(long otherwise) {
    return resting.isEmpty() ? otherwise : Math.min(otherwise, PAUSE_MILLISECONDS);
  }

  /** Resumes listeners whose pause is over. */
  void look(long now) {
    if (!resting.isEmpty() && now - since >= PAUSE_MILLISECONDS * 1_000_000) {
      resting.stream()
          .filter(SelectionKey::isValid)
          .forEach(listener -> listener.interestOps(SelectionKey.OP_ACCEPT));
      resting.clear();
    }
  }
}
