package io.starling.objects.membership;

import io.starling.objects.protocol.Decision;
import io.starling.objects.protocol.MembershipMessage.Join;
import io.starling.objects.protocol.View;
import java.util.function.Consumer;

/**
 * A store that wants to join: it repeats its request until it finds it fulfilled.
 *
 * <pre>
 * Join ---> any store ---> keepers ---> Decided, from that store or from the one that decided
 * </pre>
 *
 * <p>Invariant: all requests have the same number, so the store gets one slot however often it asks
 * and whomever. It is driven as {@link Membership} is.
 */
public final class Joiner {

  private final Join join;
  private final Timing timing;
  private final Consumer<Join> contact;
  private boolean asked;
  private long next;

  /**
   * @param contact takes the request to a store of the view, to another one if the last can't be
   *     reached
   */
  public Joiner(Join join, Timing timing, Consumer<Join> contact) {
    this.join = join;
    this.timing = timing;
    this.contact = contact;
  }

  /** Time goes on. */
  public void onTick(long now) {
    if (!asked || now - next >= 0) {
      asked = true;
      next = now + timing.beat();
      contact.accept(join);
    }
  }

  /** The slot that a decision gives to this store, or {@link View#NO_STORE}. */
  public int slotIn(Decision decision) {
    return decision.slotOf(join.request());
  }
}
