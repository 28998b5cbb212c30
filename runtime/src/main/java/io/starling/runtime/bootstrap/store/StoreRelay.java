package io.starling.runtime.bootstrap.store;

import io.starling.runtime.bootstrap.wire.Frame;
import io.starling.runtime.bootstrap.wire.FrameType;
import io.starling.runtime.bootstrap.wire.Role;
import io.starling.runtime.bootstrap.wire.Texts;
import java.io.IOException;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * The part that all stores of the tree share. It admits ranks and agents, passes their messages to
 * its authority, and passes the answers back. It decides nothing about the job: the authority of
 * the launcher's store does. The authority of an agent's store is the store above.
 *
 * <pre>
 *        authority                 up:    receive, gathered and with the sender checked
 *           |                     down:  {@link #down}, to the clients that asked or to all
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

  /** The bytes that may wait to go up before reading from below pauses. */
  private static final long FULL = 4L << 20;

  private final StoreAuthority above;
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
      StoreAuthority above,
      StoreUplink uplink,
      StoreMembers members,
      Heartbeat heartbeat,
      BitSet below) {
    this.above = above;
    this.uplink = uplink;
    this.members = members;
    this.heartbeat = heartbeat;
    this.below = below;
    gatherings = new Gatherings(above, below);
    values = new KnownValues(above);
  }

  /** The relay of the launcher's store: it holds nothing, as its authority is in this process. */
  static StoreRelay ofRoot(StoreAuthority root, StoreMembers members, Heartbeat heartbeat) {
    return new StoreRelay(root, null, members, heartbeat, new BitSet());
  }

  /** The relay of an agent's store, which holds the contributions of the ranks below it. */
  static StoreRelay ofAgent(
      StoreUplink uplink, StoreMembers members, Heartbeat heartbeat, BitSet below) {
    return new StoreRelay(uplink, uplink, members, heartbeat, below);
  }

  /** Handles messages from above that arrived before the loop ran. */
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
   * Handles the first message of an unknown client.
   *
   * @return false if the connection must be closed after its answer
   * @throws IOException if it does not know the secret, or is an agent in a job without agents
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
   * Handles a message of a member, an agent or the store above.
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
      above.accept(Frame.of(FrameType.REPORTED, frame.number(), "" + from.peer().number()));
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
      case ABORT, SPAWN -> above.accept(from.checked(frame));
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

  /**
   * An agent's store passes on every statement, also of a host that is not below that connection:
   * the store above must let it speak for all those for which it lets others speak.
   */
  private boolean serves(int host, BitSet ranks, StoreConnection from) {
    from.ranks().or(ranks);
    boolean isBelow = agents.isBelow(host, from);
    if (isBelow) {
      members.giveAway(ranks);
    }
    if (isBelow && uplink != null) {
      below.or(ranks);
    }
    return isBelow || uplink != null;
  }

  private boolean leaves(int rank, StoreConnection from) throws IOException {
    from.checkSpeaksFor(rank);
    gatherings.sendAll();
    below.clear(rank);
    return true;
  }

  /** Handles a message of the authority and passes it on. */
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

  /** The number of open requests: gatherings, keys and queries for missing ranks. */
  int open() {
    return gatherings.open() + values.open() + asking.size();
  }

  /** The number of agents below this store. */
  int hosts() {
    return agents.hosts();
  }

  /** The connection of an admitted client or of the store above has ended. */
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

  /** Handles timers: silence, heartbeats and held contributions. */
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
