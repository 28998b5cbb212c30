package io.starling.runtime.transport.routing;

import io.starling.runtime.progress.Completions;
import io.starling.runtime.progress.MessageInfo;
import io.starling.runtime.progress.Messages;
import io.starling.runtime.progress.Port;
import io.starling.runtime.progress.Tags;
import java.lang.foreign.MemorySegment;
import java.util.BitSet;

/**
 * The receives of a rank with two ports. One that only a single port can match is posted there; the
 * others are {@linkplain HeldReceives held}.
 */
final class RoutedReceives {

  private final Port near;
  private final Port far;
  private final Routes routes;
  private final FarLooks farLooks;
  private final HeldReceives held;

  /** The transfers that were posted to the far port last. */
  private final BitSet postedFar = new BitSet();

  private Completions completions;

  /** Whether a port may have taken in messages that held receives have not seen. */
  private boolean hasNews;

  RoutedReceives(Port near, Port far, Routes routes, FarLooks farLooks) {
    this.near = near;
    this.far = far;
    this.routes = routes;
    this.farLooks = farLooks;
    held = new HeldReceives(near, far);
  }

  void reportTo(Completions itsCompletions) {
    completions = itsCompletions;
  }

  /** A port may have taken in messages. */
  void expect() {
    hasNews = true;
  }

  /** Lets held receives take what a port has taken in since the last time. */
  int match() {
    boolean mayMatch = hasNews && !held.isEmpty();
    hasNews = false;
    return mayMatch ? held.match() : 0;
  }

  /** Posts or holds a receive. */
  void receive(int transfer, long tag, long mask, MemorySegment into, long offset, long length) {
    Port source = Tags.isFromAnySource(mask) ? null : routes.of(Tags.sourceOf(tag));
    receive(transfer, tag, mask, into, offset, length, source, source);
  }

  /**
   * The same.
   *
   * @param source the port of its source; null for any source, and one that has not joined
   * @param messages what receives it from that port
   */
  void receive(
      int transfer,
      long tag,
      long mask,
      MemorySegment into,
      long offset,
      long length,
      Port source,
      Messages messages) {
    match();
    if (source != null && (held.isEmpty() || !held.holdsBack(tag, mask))) {
      boolean isFar = source == far;
      postedFar.set(transfer, isFar);
      if (isFar) {
        farLooks.expect();
      }
      messages.receive(transfer, tag, mask, into, offset, length);
      return;
    }
    held.add(transfer, tag, mask, into, offset, length, source, messages);
    if (routes.numbers().isFromLeft(tag, mask)) {
      endLeft();
    }
  }

  /** Ends the held receives that are only from peers that have left and have sent no message. */
  private void endLeft() {
    held.removeFromLeft(
        routes.numbers(),
        (transfer, source) ->
            completions.failed(
                transfer, Completions.Failure.UNREACHABLE, routes.numbers().hasLeft(source)));
  }

  /** A peer has left both ports, which have taken in its messages and ended its other receives. */
  void peerLeft() {
    hasNews = true;
    match();
    endLeft();
  }

  boolean probe(long tag, long mask, boolean remove, MessageInfo found) {
    match();
    Port source = Tags.isFromAnySource(mask) ? null : routes.of(Tags.sourceOf(tag));
    return (source != far && probe(near, 0, tag, mask, remove, found))
        || (source != near && probe(far, 1, tag, mask, remove, found));
  }

  /** The lowest bit of a handle names the port. */
  private static boolean probe(
      Port port, int route, long tag, long mask, boolean remove, MessageInfo found) {
    boolean isThere = port.probe(tag, mask, remove, found);
    if (isThere && remove) {
      found.set(found.tag(), found.bytes(), found.handle() << 1 | route);
    }
    return isThere;
  }

  void receiveMatched(int transfer, long handle, MemorySegment into, long offset, long length) {
    Port port = (handle & 1) == 0 ? near : far;
    port.receiveMatched(transfer, handle >> 1, into, offset, length);
  }

  void cancel(int transfer) {
    if (held.remove(transfer)) {
      completions.failed(transfer, Completions.Failure.CANCELLED, null);
    } else if (postedFar.get(transfer)) {
      far.cancel(transfer);
    } else {
      near.cancel(transfer);
    }
  }

  /** Forgets the held receives. */
  void clear() {
    held.clear();
  }
}
