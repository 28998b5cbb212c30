package io.starling.collectives.window;

import io.starling.collectives.Group;
import io.starling.collectives.call.Member;
import io.starling.collectives.call.SingleCall;
import io.starling.collectives.operation.Context;
import io.starling.collectives.pointtopoint.ReceiveOperation;
import io.starling.collectives.pointtopoint.SendOperation;
import io.starling.runtime.Request;
import io.starling.runtime.memory.Memory;
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

  private final Member member;
  private final Context context;
  private final List<Request> sent = new ArrayList<>();
  private final List<Request> awaited = new ArrayList<>();

  /** The receives of "posted" by rank, until a start has them all. */
  private final Map<Integer, Request> posts = new HashMap<>();

  Handshakes(Member member) {
    this.member = member;
    context = member.context();
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
              awaited.add(receive(origin, COMPLETED));
              sent.add(send(origin, POSTED));
            });
  }

  /**
   * Waits until the targets have posted. If that is interrupted, the next start goes on with the
   * receives of this one, which may have the messages already.
   */
  void start(BitSet targets) {
    targets.stream()
        .forEach(target -> posts.computeIfAbsent(target, rank -> receive(rank, POSTED)));
    targets.stream().forEach(target -> posts.get(target).await());
    targets.stream().forEach(posts::remove);
  }

  /** Ends with the failure of any rank: a living peer that has heard of it sends nothing more. */
  private Request receive(int peer, int tag) {
    ReceiveOperation message =
        new ReceiveOperation(context) {
          @Override
          public RuntimeException obstacle() {
            return context.health().obstacle(this::describe);
          }
        };
    message.receiveInto(Memory.EMPTY, 0, peer, tag, null);
    return new SingleCall(member, message).start();
  }

  private Request send(int peer, int tag) {
    SendOperation message =
        new SendOperation(context) {
          @Override
          public RuntimeException obstacle() {
            return context.health().obstacle(this::describe);
          }
        };
    message.use(Memory.EMPTY, 0, peer, tag, false, null);
    return new SingleCall(member, message).start();
  }

  /** Tells the targets that all has taken effect. */
  void complete(BitSet targets) {
    forgetEnded();
    targets.stream().forEach(target -> sent.add(send(target, COMPLETED)));
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
