package mpi;

import io.starling.runtime.Request;
import java.util.ArrayList;
import java.util.List;

/** Sends of copies that no request of the program stands for. */
final class OpenSends {

  private static final int FEW = 16;

  private final List<Request> open = new ArrayList<>();
  private int enough = FEW;

  /** Ended ones go when their number has doubled, so that a send costs the same however many. */
  synchronized void add(Request send) {
    if (open.size() >= enough) {
      open.removeIf(OpenSends::hasEnded);
      enough = Math.max(FEW, 2 * open.size());
    }
    if (!hasEnded(send)) {
      open.add(send);
    }
  }

  private static boolean hasEnded(Request send) {
    try {
      return send.test();
    } catch (RuntimeException _) {
      return true; // The receiver has failed, which is no concern of a program that goes on.
    }
  }

  /** Waits for all that are open now. */
  void await() {
    List<Request> all;
    synchronized (this) {
      all = new ArrayList<>(open);
      open.clear();
    }
    for (Request send : all) {
      send.await();
    }
  }
}
