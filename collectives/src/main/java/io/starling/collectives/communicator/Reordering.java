package io.starling.collectives.communicator;

import io.starling.collectives.call.CollectiveUses;
import io.starling.collectives.call.Member;
import io.starling.collectives.cost.CostModel;
import io.starling.collectives.reorder.HostOrder;
import io.starling.collectives.reorder.LinkMeasurement;
import io.starling.collectives.reorder.RankSearch;
import io.starling.collectives.selection.Selection;
import io.starling.collectives.settings.Notice;
import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;
import io.starling.topology.layout.NodeTable;
import io.starling.topology.locality.CommunicationPattern;
import java.time.Duration;

/**
 * Keeps the ranks of a communicator in an order that suits the links between their hosts, while the
 * job runs (Cloud Collectives, section VI).
 *
 * <pre>
 * rank 0 reads its clock          and tells all whether it is time
 * one rank of each host measures  all pairs, in the rounds of a tournament
 * rank 0 searches                 on the pattern of the longest collective in use
 * all measure again              if the order found is clearly better
 * all make a new communicator     if it still is
 * </pre>
 *
 * Ranks of a host stay together. All connections stay.
 */
final class Reordering {

  private static final int ROOT = 0;
  private static final int TAG = 0;

  private final Member member;
  private final Selection selection;
  private final Splitting splitting;
  private final int rank;
  private final NodeTable nodes;
  private RankCommunicator probing;
  private RankCommunicator current;
  private HostOrder order;
  private boolean isMeasured;
  private long measuredAt;

  Reordering(Member member, Selection selection, Splitting splitting) {
    this.member = member;
    this.selection = selection;
    this.splitting = splitting;
    rank = member.context().rank();
    nodes = member.context().layout().table();
    order = HostOrder.given(nodes, member.context().size());
  }

  /**
   * The communicator in the best order known.
   *
   * @param every how long an order is kept at least; negative for always
   */
  RankCommunicator next(Duration every) {
    member.checkUsable();
    if (current == null) {
      become(order);
    }
    if (every.isNegative() || nodes.nodes() < 3 || nodes.nodes() > RankSearch.MOST_RANKS) {
      return current;
    }
    if (isTime(every)) {
      HostOrder better = search();
      if (better != order) {
        become(better);
      }
      isMeasured = true;
      measuredAt = member.engine().nanoTime();
    }
    return current;
  }

  /** A communicator of the same ranks. The collectives that this takes are none of the user's. */
  private Member split(int place) {
    CollectiveUses uses = new CollectiveUses();
    uses.take(member.uses());
    Member part = splitting.split(0, place, "reordered()");
    member.uses().take(uses);
    return part;
  }

  private void become(HostOrder next) {
    Member part = split(next.placeOf(rank));
    if (current != null) {
      part.uses().take(current.member().uses());
      current.close();
    }
    order = next;
    current = new RankCommunicator(part, selection);
  }

  /** Rank 0 decides for all: when a collective was called for the first time, then by its clock. */
  private boolean isTime(Duration every) {
    if (probing == null) {
      probing = new RankCommunicator(split(rank), selection);
    }
    boolean isDue =
        isMeasured
            ? member.engine().nanoTime() - measuredAt >= every.toNanos()
            : !member.uses().isEmpty() || !current.member().uses().isEmpty();
    int[] decision = {isDue ? 1 : 0};
    probing.broadcast(Buffer.of(decision), ROOT);
    return decision[0] == 1;
  }

  /** The round-trip times and times of a byte between all hosts, on rank 0. */
  private double[] measure() {
    int hosts = nodes.nodes();
    int own = nodes.nodeOf(rank);
    double[] times = new double[2 * hosts * hosts];
    if (nodes.ranksOf(own).lowest() == rank) {
      LinkMeasurement links =
          new LinkMeasurement(new Leaders(), member.engine()::nanoTime, own, hosts);
      links.run();
      System.arraycopy(links.roundTrips(), 0, times, own * hosts, hosts);
      System.arraycopy(links.perByte(), 0, times, (hosts + own) * hosts, hosts);
    }
    double[] all = new double[times.length];
    probing.reduce(Buffer.of(times), Buffer.of(all), ReductionOperator.MAX, ROOT);
    return all;
  }

  /** The lowest rank of each host. */
  private final class Leaders implements LinkMeasurement.Messages {

    @Override
    public void send(Buffer data, int host) {
      probing.send(data, nodes.ranksOf(host).lowest(), TAG);
    }

    @Override
    public void receive(Buffer into, int host) {
      probing.receive(into, nodes.ranksOf(host).lowest(), TAG);
    }
  }

  /** A better order, which must also be better by a second measurement: traffic comes and goes. */
  private HostOrder search() {
    double[] times = measure();
    HostOrder.Change change = rank == ROOT ? order.improve(pattern(), times) : null;
    HostOrder found = agree(change == null ? new int[nodes.nodes()] : change.hosts());
    if (found == order) {
      return order;
    }
    double[] again = measure();
    if (change != null && order.isWorse(found, pattern(), again)) {
      change.explanation().ifPresent(Notice::print);
      return agree(change.hosts());
    }
    return agree(order.hosts());
  }

  /** The order that rank 0 has chosen. */
  private HostOrder agree(int... hosts) {
    probing.broadcast(Buffer.of(hosts), ROOT);
    return order.isOf(hosts) ? order : HostOrder.of(nodes, member.context().size(), hosts);
  }

  /** The longest collective that was called on the communicator in order, or else on this one. */
  private CommunicationPattern pattern() {
    CollectiveUses uses =
        current.member().uses().isEmpty() ? member.uses() : current.member().uses();
    return CostModel.of(uses.choice(), uses.bytes(), nodes.nodes());
  }

  /** Closes what was made. */
  void close() {
    if (current != null) {
      current.close();
    }
    if (probing != null) {
      probing.close();
    }
  }
}
