package io.starling.collectives.window;

import io.starling.collectives.Communicator;
import io.starling.collectives.Group;
import io.starling.collectives.operation.Context;
import io.starling.runtime.Buffer;
import io.starling.runtime.Request;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The messages between origins and targets of post, start, complete and await (MPI 4.1, section
 * 12.5.2). They are empty, and on the window's own communicator:
 *
 * <pre>
 *   target   post ─────┐                         ┌──> await
 *                      v "posted"    "completed" │
 *   origin           start  accesses, flush  complete
 * </pre>
 */
final class Handshakes {

  private static final int POSTED = 0;
  private static final int COMPLETED = 1;

  private final Communicator communicator;
  private final Context context;
  private final List<Request> sent = new ArrayList<>();
  private final List<Request> awaited = new ArrayList<>();

  /** The receives of "posted" by rank, until a start has them all. */
  private final Map<Integer, Request> posts = new HashMap<>();

  Handshakes(Communicator communicator, Context context) {
    this.communicator = communicator;
    this.context = context;
  }

  /** The ranks of a group in the window. */
  BitSet ranksOf(String call, String role, Group group) {
    if (group == null) {
      throw new IllegalArgumentException(
          "rank %d: %s got null instead of %s".formatted(context.engine().rank(), call, role));
    }
    BitSet ranks = new BitSet();
    for (int process : group.processes()) {
      int rank = context.findRank(process);
      if (rank < 0 || rank >= context.size()) {
        throw new IllegalArgumentException(
            "rank %d, %s: process %d of %s is not in the window, which has %d ranks"
                .formatted(context.engine().rank(), call, process, role, context.size()));
      }
      ranks.set(rank);
    }
    return ranks;
  }

  /** Tells the origins that they may access this rank, and expects their ends. */
  void post(BitSet origins) {
    forgetEnded();
    origins.stream()
        .forEach(
            origin -> {
              awaited.add(communicator.iReceive(Buffer.EMPTY, origin, COMPLETED));
              sent.add(communicator.iSend(Buffer.EMPTY, origin, POSTED));
            });
  }

  /**
   * Waits until the targets have posted. If that is interrupted, the next start goes on with the
   * receives of this one, which may have the messages already.
   */
  void start(BitSet targets) {
    targets.stream().forEach(target -> posts.computeIfAbsent(target, this::receivePost));
    targets.stream().forEach(target -> posts.get(target).await());
    targets.stream().forEach(posts::remove);
  }

  private Request receivePost(int target) {
    return communicator.iReceive(Buffer.EMPTY, target, POSTED);
  }

  /** Tells the targets that all has taken effect. */
  void complete(BitSet targets) {
    forgetEnded();
    targets.stream()
        .forEach(target -> sent.add(communicator.iSend(Buffer.EMPTY, target, COMPLETED)));
  }

  /** Waits until all origins have completed. */
  void await() {
    awaited.forEach(Request::await);
    awaited.clear();
  }

  /** Whether all origins have completed. */
  boolean test() {
    awaited.removeIf(Request::test);
    return awaited.isEmpty();
  }

  private void forgetEnded() {
    sent.removeIf(Request::test);
  }

  /** Waits until the peers have taken all messages; awaits no post any more. */
  void finish() {
    posts.values().forEach(Request::cancel);
    posts.values().forEach(Request::await);
    sent.forEach(Request::await);
    sent.clear();
  }
}
