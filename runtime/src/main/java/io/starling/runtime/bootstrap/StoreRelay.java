package io.starling.runtime.bootstrap;

import java.io.IOException;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * What every store of the tree does: it admits ranks and agents, takes what they say, passes it on
 * to its superior and passes on what comes back. It decides nothing about the job; the superior of
 * the launcher's store does, and the superior of an agent's is the store above.
 *
 * <pre>
 *        superior                 up:    receive, gathered and with the sender checked
 *           |                     down:  {@link #down}, to those who asked or to all
 *         relay
 *        /  |  \
 *    rank rank  agent's relay
 * </pre>
 *
 * <p>For one thread.
 */
final class StoreRelay {

  private static final long USUAL_PATIENCE_MILLISECONDS = 1000;
  private static final long HOLDING_PATIENCE_MILLISECONDS = 50;

  /** What may wait to go up before those below are no longer read, in bytes. */
  private static final long FULL = 4L << 20;

  private final Superior above;
  private final StoreMembers members;
  private final Gatherings gatherings;
  private final KnownValues values;
  private final AgentRoutes agents = new AgentRoutes();
  private final Heartbeat heartbeat;
  private final RecentNames revoked = new RecentNames();
  private final Map<StoreConnection, Set<String>> asking = new LinkedHashMap<>();
  private final BitSet below;

  /** Null at the root. */
  private final StoreUplink uplink;

  private StoreRelay(
      Superior above, StoreUplink uplink, StoreMembers members, Heartbeat heartbeat, BitSet below) {
    this.above = above;
    this.uplink = uplink;
    this.members = members;
    this.heartbeat = heartbeat;
    this.below = below;
    gatherings = new Gatherings(above, below);
    values = new KnownValues(above);
  }

  /** The relay of the launcher's store: nothing is held, the superior is no farther than a call. */
  static StoreRelay ofRoot(Superior root, StoreMembers members, Heartbeat heartbeat) {
    return new StoreRelay(root, null, members, heartbeat, new BitSet());
  }

  /**
   * The relay of an agent's store.
   *
   * @param below the ranks that are worth waiting for; the owner adds its own, the relay the rest
   */
  static StoreRelay ofAgent(
      StoreUplink uplink, StoreMembers members, Heartbeat heartbeat, BitSet below) {
    return new StoreRelay(uplink, uplink, members, heartbeat, below);
  }

  /** What has arrived from above before the loop ran. */
  void begin() throws IOException {
    if (uplink != null) {
      uplink.begin(this);
    }
  }

  long patienceMilliseconds() {
    if (gatherings.isHolding()) {
      return HOLDING_PATIENCE_MILLISECONDS;
    }
    boolean beats = uplink != null || !agents.neighbours().isEmpty();
    return beats ? heartbeat.intervalMilliseconds() : USUAL_PATIENCE_MILLISECONDS;
  }

  /**
   * Meets a stranger.
   *
   * @return false where the connection is to be closed after what was sent to it
   * @throws IOException if it does not know the secret, or is an agent in a job without
   */
  boolean meet(Frame hello, StoreConnection stranger) throws IOException {
    String objection = "";
    if (hello.name().equals(Role.AGENT.name())) {
      objection = agents.objection(hello.number());
    }
    if (!members.admit(hello, stranger, objection)) {
      return false;
    }
    if (stranger.is(Role.AGENT)) {
      int host = stranger.peer().number();
      above.accept(Frame.of(FrameType.AGENT_JOINED, host, ""));
      agents.addNeighbour(host, stranger);
    }
    return true;
  }

  /**
   * Takes a message from a member, an agent or the store above.
   *
   * @throws IOException if the sender has broken the protocol
   */
  void receive(Frame frame, StoreConnection from) throws IOException {
    if (uplink != null && uplink.is(from)) {
      uplink.receive(frame, this);
    } else if (from.is(Role.CONTROL)) {
      if (frame.type() != FrameType.REPORTED) {
        throw new IOException("a control connection sent " + frame.type());
      }
      int rank = from.peer().number();
      above.accept(Frame.of(FrameType.REPORTED, frame.number(), Integer.toString(rank)));
    } else {
      up(frame, from);
    }
  }

  private void up(Frame frame, StoreConnection from) throws IOException {
    switch (frame.type()) {
      case PUT -> {
        from.countKey(frame.name());
        values.forget(frame.name());
        above.accept(frame);
      }
      case GET -> values.get(frame, from);
      case FENCE, EXCHANGE, AGREE -> gatherings.enter(frame, from);
      case REVOKE -> {
        if (revoked.add(frame.name())) {
          above.accept(frame);
        }
      }
      case MISSING -> {
        gatherings.sendAll();
        asking.computeIfAbsent(from, ignored -> new LinkedHashSet<>()).add(frame.name());
        above.accept(frame);
      }
      default -> {
        if (!from.is(Role.AGENT)) {
          throw new IOException("a rank sent " + frame.type());
        }
        upFromAgent(frame, from);
      }
    }
  }

  private void upFromAgent(Frame frame, StoreConnection from) throws IOException {
    int number = frame.number();
    boolean passes =
        switch (frame.type()) {
          case BEAT -> false;
          case AGENT_JOINED -> agents.add(number, from);
          case AGENT_LOST -> agents.remove(number, from);
          case TELL -> agents.isBelow(number, from);
          case SERVES -> serves(number, BitSet.valueOf(frame.value()), from);
          case LEFT -> leaves(number, from);
          case REPORTING, REPORTED -> true;
          default -> throw new IOException("an agent sent " + frame.type());
        };
    if (passes) {
      above.accept(frame);
    }
  }

  private boolean serves(int host, BitSet ranks, StoreConnection from) {
    from.ranks().or(ranks);
    if (!agents.isBelow(host, from)) {
      return false;
    }
    members.giveAway(ranks);
    if (uplink != null) {
      below.or(ranks);
    }
    return true;
  }

  private boolean leaves(int rank, StoreConnection from) throws IOException {
    from.checkSpeaksFor(rank);
    gatherings.sendAll();
    below.clear(rank);
    return true;
  }

  /** Takes a message of the superior and passes it on. */
  void down(Frame frame) throws IOException {
    switch (frame.type()) {
      case VALUE -> values.learn(frame.name(), frame.value());
      case FORGET -> {
        values.forget(frame.name());
        tellAgents(frame);
      }
      case FENCE_PASSED, FENCE_BROKEN -> gatherings.finish(FrameType.FENCE, frame);
      case TABLE -> gatherings.answer(FrameType.EXCHANGE, frame);
      case EXCHANGED, EXCHANGE_BROKEN -> gatherings.finish(FrameType.EXCHANGE, frame);
      case AGREED -> gatherings.finish(FrameType.AGREE, frame);
      case MISSING -> answerMissing(frame);
      case FAILED -> {
        if (members.rememberFailed(frame)) {
          below.clear(frame.number());
          members.tellRanks(frame);
          tellAgents(frame);
        }
      }
      case REVOKED -> {
        revoked.add(frame.name());
        members.tellRanks(frame);
        tellAgents(frame);
      }
      case REPORT -> {
        tellAgents(frame);
        int asked = members.requestReports(frame);
        above.accept(Frame.of(FrameType.REPORTING, frame.number(), Integer.toString(asked)));
      }
      case TELL -> {
        StoreConnection agent = agents.to(frame.number());
        if (agent != null) {
          agent.offer(frame);
        }
      }
      default -> throw new IOException("the store above sent " + frame.type());
    }
  }

  private void answerMissing(Frame frame) {
    asking.forEach(
        (client, names) -> {
          if (names.remove(frame.name())) {
            client.offer(frame);
          }
        });
  }

  private void tellAgents(Frame frame) {
    agents.neighbours().forEach(agent -> agent.offer(frame));
  }

  /** How much is open that someone waits for: gatherings, keys, questions of who is missing. */
  int open() {
    return gatherings.open() + values.open() + asking.size();
  }

  /** How many agents are below this store. */
  int hosts() {
    return agents.hosts();
  }

  /** A connection that was admitted or belongs to the store above has ended. */
  void left(StoreConnection gone, String reason) {
    if (uplink != null && uplink.is(gone)) {
      uplink.lost(reason);
      return;
    }
    values.forget(gone);
    asking.remove(gone);
    try {
      gatherings.sendAll();
      gatherings.forget(gone);
      boolean wasMember = members.left(gone);
      if (gone.is(Role.AGENT)) {
        lose(gone, reason);
      } else if (wasMember && gone.is(Role.JOIN)) {
        below.clear(gone.peer().number());
        above.accept(Frame.of(FrameType.LEFT, gone.peer().number(), ""));
      }
    } catch (IOException e) {
      throw new IllegalStateException("a store broke its own protocol", e);
    }
  }

  private void lose(StoreConnection agent, String reason) throws IOException {
    int own = agent.peer().number();
    for (int host : agents.removeAll(agent)) {
      String why = host == own ? reason : "the agent of host " + own + " above it: " + reason;
      above.accept(Frame.of(FrameType.AGENT_LOST, host, Texts.asName(why)));
    }
    below.andNot(agent.ranks());
  }

  /** Looks at what time brings: silence, beats and what was held for long enough. */
  void look(long now, BiConsumer<StoreConnection, String> drop) throws IOException {
    gatherings.look(now);
    Set<StoreConnection> stores = new LinkedHashSet<>(agents.neighbours());
    if (uplink != null) {
      members.pause(uplink.connection().unsent() > FULL, now);
      stores.add(uplink.connection());
    }
    heartbeat.look(now, stores, drop);
    members.look(now, drop);
  }
}
