package io.starling.executor;

import io.starling.runtime.Request;
import io.starling.runtime.Requests;
import java.util.ArrayList;
import java.util.List;

/** Sends whose end nobody waits for, until the communicator is closed. */
final class Sends {

  private static final int MANY = 64;

  private final List<Request> open = new ArrayList<>();

  void add(Request send) {
    if (!isOver(send)) {
      open.add(send);
      if (open.size() % MANY == 0) {
        open.removeIf(Sends::isOver);
      }
    }
  }

  /** One that fails is over, too: the receive of answers learns of the failure. */
  private static boolean isOver(Request send) {
    try {
      return Requests.testAny(List.of(send)) != Requests.NONE;
    } catch (RuntimeException e) {
      return true;
    }
  }

  /** Waits for all that can still arrive. */
  void settle() {
    for (Request send : open) {
      try {
        send.await();
      } catch (RuntimeException e) {
        // Its receiver has failed.
      }
    }
    open.clear();
  }
}
