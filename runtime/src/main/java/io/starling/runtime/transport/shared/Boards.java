package io.starling.runtime.transport.shared;

import java.util.ArrayList;
import java.util.List;

/** The boards of a rank that have open exchanges. */
final class Boards {

  private final List<SharedBoard> open = new ArrayList<>();

  /** A board has an open exchange, and had none before. */
  void opened(SharedBoard board) {
    open.add(board);
  }

  /** Ends the exchanges that can end; returns how many. */
  int progress() {
    int ended = 0;
    for (int i = open.size() - 1; i >= 0; i--) {
      SharedBoard board = open.get(i);
      ended += board.progress();
      if (!board.isOpen()) {
        open.remove(i);
        board.unlisted();
      }
    }
    return ended;
  }

  /** Whether an exchange waits for others to read, of which this rank is not notified. */
  boolean waitForReaders() {
    return open.stream().anyMatch(SharedBoard::waitsForReaders);
  }
}
