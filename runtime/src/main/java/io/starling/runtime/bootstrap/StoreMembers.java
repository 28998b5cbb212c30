package io.starling.runtime.bootstrap;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Who belongs to the job, and what each may ask of the store. For the store's one thread. */
final class StoreMembers {

  private final int size;
  private final byte[] secret;
  private final StoreState state;
  private final Reports reports;
  private final Map<Handshake.Peer, StoreConnection> members = new HashMap<>();

  StoreMembers(int size, byte[] secret, Reports reports) {
    this.size = size;
    this.secret = secret;
    this.reports = reports;
    state = new StoreState(size);
  }

  /**
   * Obeys a message.
   *
   * @return false where the connection is to be closed after what was sent to it
   * @throws IOException if the client has broken the protocol
   */
  boolean receive(Frame frame, StoreConnection client) throws IOException {
    if (client.peer() == null) {
      return admit(Handshake.verify(frame, secret), client);
    }
    int rank = client.peer().rank();
    switch (frame.type()) {
      case PUT -> state.put(frame.name(), frame.value());
      case GET -> state.get(frame.name(), frame.number(), client::offer);
      case FENCE -> state.enterFence(frame.name(), rank, client::offer);
      case REPORTED -> reports.arrived(frame.number(), rank);
      default -> throw new IOException("a client sent " + frame.type());
    }
    return true;
  }

  private boolean admit(Handshake.Peer peer, StoreConnection client) {
    client.admit(peer);
    int rank = peer.rank();
    String objection = "";
    if (rank < 0 || rank >= size) {
      objection = "this job has the ranks 0 to " + (size - 1) + "; is STARLING_RANK set by hand?";
    } else if (members.containsKey(peer)) {
      objection = "rank " + rank + " has already joined; a rank joins once, from one process";
    }
    if (!objection.isEmpty()) {
      client.offer(Frame.of(FrameType.REFUSED, rank, objection));
      return false;
    }
    members.put(peer, client);
    client.offer(Frame.of(FrameType.WELCOME, rank, ""));
    return true;
  }

  /** Puts a value for the launcher. */
  void put(String key, byte[] value) {
    state.put(key, value);
  }

  /** The connection has ended; its place is not given to another. */
  void left(StoreConnection client) {
    Handshake.Peer peer = client.peer();
    if (peer.role() == Role.JOIN && client.equals(members.get(peer))) {
      state.depart(peer.rank());
    }
  }

  /** The control connections of all ranks that have one. */
  List<StoreConnection> controlConnections() {
    return members.entrySet().stream()
        .filter(member -> member.getKey().role() == Role.CONTROL)
        .map(Map.Entry::getValue)
        .toList();
  }
}
