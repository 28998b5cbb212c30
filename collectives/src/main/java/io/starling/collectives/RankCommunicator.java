package io.starling.collectives;

import io.starling.collectives.algorithm.Selection;
import io.starling.runtime.memory.Buffer;
import io.starling.runtime.progress.PersistentRequest;
import io.starling.runtime.progress.Request;
import io.starling.runtime.progress.Status;
import io.starling.runtime.reduction.ReductionOperator;
import io.starling.topology.Level;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * The communicator of one rank. It only gives the three forms of each call: point to point is in
 * {@link PointToPoint}, the collectives are in {@link Collectives}.
 */
final class RankCommunicator implements Communicator {

  private final Member member;
  private final PointToPoint pointToPoint;
  private final Collectives collectives;
  private final Splitting splitting;

  RankCommunicator(Member member, Selection selection) {
    this.member = member;
    this.pointToPoint = new PointToPoint(member);
    this.collectives = new Collectives(member, selection);
    this.splitting = new Splitting(member, collectives);
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
    return pointToPoint.receiveNow(into, source, tag);
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
  public void barrier() {
    collectives.barrier().run();
  }

  @Override
  public Request iBarrier() {
    return collectives.barrier().start();
  }

  @Override
  public PersistentRequest barrierInit() {
    return collectives.barrier().persistent();
  }

  @Override
  public void broadcast(Buffer data, int root) {
    collectives.broadcast(data, root).run();
  }

  @Override
  public Request iBroadcast(Buffer data, int root) {
    return collectives.broadcast(data, root).start();
  }

  @Override
  public PersistentRequest broadcastInit(Buffer data, int root) {
    return collectives.broadcast(data, root).persistent();
  }

  @Override
  public void reduce(Buffer data, Buffer result, ReductionOperator operator, int root) {
    collectives.reduce(data, result, operator, root).run();
  }

  @Override
  public Request iReduce(Buffer data, Buffer result, ReductionOperator operator, int root) {
    return collectives.reduce(data, result, operator, root).start();
  }

  @Override
  public PersistentRequest reduceInit(
      Buffer data, Buffer result, ReductionOperator operator, int root) {
    return collectives.reduce(data, result, operator, root).persistent();
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
  public MemorySegment allocate(long bytes, Arena arena) {
    member.checkUsable();
    return member.engine().pool().memory().allocate(bytes, arena);
  }

  @Override
  public void close() {
    member.close();
  }
}
