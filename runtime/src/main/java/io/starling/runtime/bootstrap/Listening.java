package io.starling.runtime.bootstrap;

import java.nio.channels.SelectionKey;
import java.util.ArrayList;
import java.util.List;

/**
 * Which listeners rest, as a client could not be accepted: where the process has no more files to
 * open, the listener stays ready, and a loop that tried at once would do nothing else. For one
 * thread.
 */
final class Listening {

  private static final long PAUSE_MILLISECONDS = 100;

  private final List<SelectionKey> resting = new ArrayList<>();
  private long since;

  /** Lets a listener rest for a tenth of a second. */
  void pause(SelectionKey listener, long now) {
    if (listener.isValid()) {
      listener.interestOps(0);
      resting.add(listener);
      since = now;
    }
  }

  /** How long the loop may sleep that would sleep as long as given. */
  long patienceMilliseconds(long otherwise) {
    return resting.isEmpty() ? otherwise : Math.min(otherwise, PAUSE_MILLISECONDS);
  }

  /** Tries again where it is time. */
  void look(long now) {
    if (!resting.isEmpty() && now - since >= PAUSE_MILLISECONDS * 1_000_000) {
      resting.stream()
          .filter(SelectionKey::isValid)
          .forEach(listener -> listener.interestOps(SelectionKey.OP_ACCEPT));
      resting.clear();
    }
  }
}
