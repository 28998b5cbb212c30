package io.starling.runtime.transport.routing;

import io.starling.runtime.progress.PeerNumbers;
import io.starling.runtime.progress.Port;

/**
 * Which of two ports reaches each peer. Both know every peer by the same number, so that both see
 * the same tags; the one that does not reach a peer only {@linkplain Port#skip skips} its number.
 */
final class Routes {

  private static final byte UNKNOWN = 0;
  private static final byte NEAR = 1;
  private static final byte FAR = 2;

  private final Port near;
  private final Port far;
  private final Ways ways;
  private final PeerNumbers numbers;
  private final byte[] routes;

  Routes(Port near, Port far, Ways ways) {
    if (near.size() != far.size() || near.capacity() != far.capacity()) {
      throw new IllegalArgumentException(
          "rank %d: the near port knows %d ranks of at most %d, the far port %d of at most %d; give both the same size and capacity"
              .formatted(near.rank(), near.size(), near.capacity(), far.size(), far.capacity()));
    }
    this.near = near;
    this.far = far;
    this.ways = ways;
    numbers = new PeerNumbers(near.rank(), near.size(), near.capacity());
    routes = new byte[near.capacity()];
    routes[near.rank()] = NEAR;
  }

  PeerNumbers numbers() {
    return numbers;
  }

  /** Whether the near port reaches a peer; not if it has not joined. */
  boolean isNear(int peer) {
    byte route = routes[peer];
    return (route == UNKNOWN ? find(peer) : route) == NEAR;
  }

  /** The port that reaches a peer; null if it has not joined. */
  Port of(int peer) {
    byte route = routes[peer];
    return switch (route == UNKNOWN ? find(peer) : route) {
      case NEAR -> near;
      case FAR -> far;
      default -> null;
    };
  }

  private byte find(int peer) {
    if (peer < numbers.size()) {
      routes[peer] = ways.isNear(peer) ? NEAR : FAR;
    }
    return routes[peer];
  }

  /** A peer joins. Only the port that reaches it may refuse it, before anything has changed. */
  void connect(int peer, byte[] address) {
    numbers.checkJoin(peer);
    byte[] part = ways.join(peer, address);
    boolean isNear = ways.isNear(peer);
    (isNear ? near : far).connect(peer, part);
    (isNear ? far : near).skip(peer);
    numbers.join(peer);
    routes[peer] = isNear ? NEAR : FAR;
  }

  /** A peer leaves. Only the port over which messages are sent to it may refuse that. */
  void disconnect(int peer) {
    numbers.checkLeave(peer, _ -> 0);
    boolean isFar = routes[peer] == FAR;
    (isFar ? far : near).disconnect(peer);
    (isFar ? near : far).disconnect(peer);
    // The route of a peer without messages need not be found any more: both ports know that it
    // left.
    routes[peer] = isFar ? FAR : NEAR;
    numbers.leave(peer);
  }

  void peerFailed(int peer) {
    if (routes[peer] != FAR) {
      near.peerFailed(peer);
    }
    if (routes[peer] != NEAR) {
      far.peerFailed(peer);
    }
  }
}
