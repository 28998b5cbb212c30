package io.starling.runtime.bootstrap.store;

import io.starling.runtime.bootstrap.wire.Frame;
import io.starling.runtime.bootstrap.wire.FrameType;
import io.starling.runtime.bootstrap.wire.Handshake;
import io.starling.runtime.bootstrap.wire.Role;
import io.starling.runtime.bootstrap.wire.Texts;
import java.io.IOException;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/** The clients that are connected to a store, and those that may connect. For one thread. */
final class StoreMembers {

  private static final long LOOKING_NANOSECONDS = 1_000_000_000;

  private final byte[] secret;

  /** The ranks that may join here. */
  private final BitSet served;

  private final Set<Handshake.Peer> joined = new HashSet<>();
  private final Map<Handshake.Peer, StoreConnection> members = new LinkedHashMap<>();
  private final Map<Integer, Frame> failed = new HashMap<>();
  private boolean survivesFailures;
  private boolean paused;
  private long lookedAt = System.nanoTime();

  StoreMembers(byte[] secret, BitSet served) {
    this.secret = secret;
    this.served = served;
  }

  void surviveFailures(boolean survives) {
    survivesFailures = survives;
  }

  /**
   * Admits a client that knows the secret, or refuses it.
   *
   * @param objection a reason to refuse it, or empty
   * @return whether it was admitted
   * @throws IOException if it does not know the secret
   */
  boolean admit(Frame hello, StoreConnection stranger, String objection) throws IOException {
    var believed = Handshake.verify(hello, stranger.challenge(), secret);
    Handshake.Peer peer = believed.peer();
    String reason = objection.isEmpty() ? objection(peer) : objection;
    if (!reason.isEmpty()) {
      stranger.offer(Frame.of(FrameType.REFUSED, peer.number(), reason));
      return false;
    }
    stranger.admit(peer);
    stranger.pause(paused, stranger.heardAt());
    joined.add(peer);
    members.put(peer, stranger);
    stranger.offer(Handshake.welcome(believed, stranger.challenge(), secret, survivesFailures));
    if (peer.role() != Role.CONTROL) {
      failed.values().forEach(stranger::offer);
    }
    return true;
  }

  private String objection(Handshake.Peer peer) {
    int number = peer.number();
    if (peer.role() == Role.AGENT) {
      return "";
    }
    if (number < 0 || !served.get(number)) {
      return "%s; is STARLING_RANK set by hand?".formatted(describeServed());
    }
    return joined.contains(peer)
        ? "rank " + number + " has already joined; a rank joins once, from one process"
        : "";
  }

  private String describeServed() {
    int count = served.cardinality();
    if (count == 0) {
      return "no rank can join the job here";
    }
    return served.nextClearBit(0) == count
        ? "this job has the ranks 0 to " + (count - 1)
        : "of this job's ranks, only " + Texts.ranges(served) + " join here";
  }

  /** More ranks may join here. */
  void serve(BitSet ranks) {
    served.or(ranks);
  }

  /** Some ranks join at an agent below. */
  void giveAway(BitSet ranks) {
    served.andNot(ranks);
  }

  /** Notes a failure, also for ranks that join later; returns false if it is known already. */
  boolean rememberFailed(Frame failure) {
    return failed.putIfAbsent(failure.number(), failure) == null;
  }

  /** Sends a message to all ranks that have joined here. */
  void tellRanks(Frame frame) {
    members.values().stream().filter(to -> to.is(Role.JOIN)).forEach(to -> to.offer(frame));
  }

  /** Asks all ranks here that have a control connection; returns how many. */
  int requestReports(Frame request) {
    var ranks = members.values().stream().filter(member -> member.is(Role.CONTROL)).toList();
    ranks.forEach(rank -> rank.offer(request));
    return ranks.size();
  }

  /** Pauses or resumes reading from all. */
  void pause(boolean now, long time) {
    if (paused != now) {
      paused = now;
      members.values().forEach(member -> member.pause(now, time));
    }
  }

  /**
   * Drops the clients that read nothing of the data that waits for them, shared tables included.
   */
  void look(long now, BiConsumer<StoreConnection, String> drop) {
    if (now - lookedAt < LOOKING_NANOSECONDS) {
      return;
    }
    lookedAt = now;
    for (StoreConnection member : List.copyOf(members.values())) {
      if (member.hasStalled(now)) {
        drop.accept(member, "it has not read the data sent to it for too long");
      }
    }
  }

  /** The connection has ended; a rank can't be replaced. Returns whether it was a member. */
  boolean left(StoreConnection gone) {
    return gone.peer() != null && members.remove(gone.peer(), gone);
  }
}
