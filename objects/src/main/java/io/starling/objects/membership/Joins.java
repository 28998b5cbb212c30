package io.starling.objects.membership;

import io.starling.objects.protocol.Decision;
import io.starling.objects.protocol.MembershipMessage.Join;
import io.starling.objects.protocol.View;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The requests to join that were heard and not fulfilled.
 *
 * <p>Invariant: a request that is fulfilled is not in here. One that is not repeated is forgotten,
 * as its store may be gone.
 */
final class Joins {

  private record Request(Join join, long heard) {}

  private final Timing timing;

  /** As keeper: by number, in the order in which they first came. */
  private final Map<Long, Request> asked = new LinkedHashMap<>();

  /** Of joiners that are connected to this store and get their answer from it. */
  private final Map<Long, Request> connected = new LinkedHashMap<>();

  Joins(Timing timing) {
    this.timing = timing;
  }

  /** A keeper hears a request, for the first time or again. */
  void ask(Join join, long now) {
    asked.put(join.request(), new Request(join, now));
  }

  /** A joiner has sent its request to this store itself. */
  void connect(Join join, long now) {
    connected.put(join.request(), new Request(join, now));
  }

  /** The request to fulfil next, or null. */
  Join next() {
    Iterator<Request> first = asked.values().iterator();
    return first.hasNext() ? first.next().join() : null;
  }

  /** Forgets the requests that were not repeated. */
  void forgetOld(long now) {
    Predicate<Request> old = request -> now - request.heard() >= timing.silence();
    asked.values().removeIf(old);
    connected.values().removeIf(old);
  }

  /** Drops what a new view fulfils; returns the requests that this store has to answer. */
  List<Long> enter(Decision decision) {
    Predicate<Long> fulfilled = request -> decision.slotOf(request) != View.NO_STORE;
    asked.keySet().removeIf(fulfilled);
    List<Long> answered = new ArrayList<>(connected.keySet());
    answered.removeIf(fulfilled.negate());
    connected.keySet().removeAll(answered);
    return answered;
  }
}
