package io.starling.collectives;

import io.starling.collectives.algorithm.Selection;
import io.starling.runtime.memory.Buffer;
import io.starling.runtime.progress.PersistentRequest;
import io.starling.runtime.progress.Request;
import io.starling.runtime.progress.Status;
import io.starling.runtime.progress.ThreadLevel;
import io.starling.topology.Level;
import java.util.Objects;

/** The communicator of one rank. */
final class RankCommunicator extends RankReduction implements Communicator {

  private final Member member;
  private final PointToPoint pointToPoint;
  private final Collectives collectives;
  private final Splitting splitting;

  RankCommunicator(Member member, Selection selection) {
    this(member, new Collectives(member, selection));
  }

  private RankCommunicator(Member member, Collectives collectives) {
    super(collectives);
    this.member = member;
    this.pointToPoint = new PointToPoint(member);
    this.collectives = collectives;
    this.splitting = new Splitting(member, movements(), reductions());
  }

  @Override
  public int rank() {
    return member.context().rank();
  }

  @Override
  public int size() {
    return member.context().size();
  }

  @Override
  public ThreadLevel threadLevel() {
    return member.engine().threading().level();
  }

  @Override
  public void send(Buffer data, int destination, int tag) {
    pointToPoint.send(data, destination, tag).run();
  }

  @Override
  public Request iSend(Buffer data, int destination, int tag) {
    return pointToPoint.send(data, destination, tag).start();
  }

  @Override
  public PersistentRequest sendInit(Buffer data, int destination, int tag) {
    return pointToPoint.send(data, destination, tag).persistent();
  }

  @Override
  public Status receive(Buffer into, int source, int tag) {
    return pointToPoint.receive(into, source, tag).run();
  }

  @Override
  public Request iReceive(Buffer into, int source, int tag) {
    return pointToPoint.receive(into, source, tag).start();
  }

  @Override
  public PersistentRequest receiveInit(Buffer into, int source, int tag) {
    return pointToPoint.receive(into, source, tag).persistent();
  }

  @Override
  public String algorithmFor(String collective, long bytes) {
    return collectives.algorithmFor(collective, bytes);
  }

  @Override
  public Communicator withAlgorithm(String specification) {
    return new RankCommunicator(member, collectives.selection().with(specification));
  }

  @Override
  public Communicator split(int color, int key) {
    return split(color, key, "split()");
  }

  private Communicator split(int color, int key, String call) {
    Member part = splitting.split(color, key, call);
    return part == null ? null : new RankCommunicator(part, collectives.selection());
  }

  @Override
  public Communicator splitByLevel(Level level) {
    Objects.requireNonNull(level, "level");
    int lowest = member.context().layout().group(level, rank()).lowest();
    return split(lowest, rank(), "splitByLevel(" + level + ")");
  }

  @Override
  public Communicator duplicate() {
    return split(0, rank(), "duplicate()");
  }

  @Override
  public void close() {
    member.close();
  }
}
