package io.starling.collectives.communicator;

import io.starling.collectives.Communicator;
import io.starling.collectives.Comparison;
import io.starling.collectives.Group;
import io.starling.collectives.Intercommunicator;
import io.starling.collectives.call.Collectives;
import io.starling.collectives.call.DataMovement;
import io.starling.collectives.call.Intergroup;
import io.starling.collectives.call.IntergroupCalls;
import io.starling.collectives.call.Member;
import io.starling.collectives.call.Reductions;
import io.starling.collectives.intergroup.Sides;
import io.starling.collectives.operation.Context;
import io.starling.collectives.selection.Selection;
import io.starling.runtime.ResultRequest;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * One rank of an intercommunicator: its part in the communicator of both groups, which carries the
 * collectives, and in the same one as its messages see it.
 */
public final class RankIntercommunicator extends IntergroupCalls implements Intercommunicator {

  private final Sides sides;
  private final Collectives collectives;
  private final Member union;
  private final Member remote;

  private RankIntercommunicator(Sides sides, Collectives collectives, Member remote) {
    super(new Intergroup(collectives, remote, sides));
    this.sides = sides;
    this.collectives = collectives;
    this.remote = remote;
    union = collectives.member();
  }

  /**
   * An intercommunicator.
   *
   * @param union this rank's part in the communicator of both groups, in the order of {@code sides}
   */
  static RankIntercommunicator of(Member union, Sides sides, Selection selection) {
    int number = union.context().rank();
    Member remote =
        union.facing(number - sides.of(number).first(), sides.opposite(number).numbers());
    return new RankIntercommunicator(sides, new Collectives(union, selection), remote);
  }

  private Sides.Side local() {
    return sides.of(union.context().rank());
  }

  private Sides.Side opposite() {
    return sides.opposite(union.context().rank());
  }

  @Override
  protected Intercommunicator self() {
    return this;
  }

  @Override
  public int rank() {
    return remote.context().rank();
  }

  @Override
  public int size() {
    return local().size();
  }

  @Override
  public int remoteSize() {
    return opposite().size();
  }

  @Override
  public Group group() {
    return groupOf(local());
  }

  @Override
  public Group remoteGroup() {
    return groupOf(opposite());
  }

  private Group groupOf(Sides.Side side) {
    remote.checkUsable();
    Context context = union.context();
    return Group.of(Arrays.stream(side.numbers()).map(context::process).toArray());
  }

  @Override
  public Communicator merge(boolean high) {
    remote.checkUsable();
    int key = union.context().rank() + (high ? sides.size() : 0);
    return new RankCommunicator(splitting().split(0, key, "merge()"), collectives.selection());
  }

  @Override
  public Intercommunicator duplicate() {
    remote.checkUsable();
    return duplicateOf(splitting().split(0, union.context().rank(), "duplicate()"));
  }

  @Override
  public ResultRequest<Intercommunicator> iDuplicate() {
    remote.checkUsable();
    union.useCodec(codec());
    return DuplicateOperation.request(union, this::duplicateOf);
  }

  private Intercommunicator duplicateOf(Member itsUnion) {
    RankIntercommunicator made = of(itsUnion, sides, collectives.selection());
    return withAttributes(made, made::close);
  }

  @Override
  public Comparison compare(Intercommunicator other) {
    remote.arguments().present("other", other);
    if (this == other) {
      return Comparison.IDENTICAL;
    }
    Comparison locals = group().compare(other.group());
    Comparison remotes = remoteGroup().compare(other.remoteGroup());
    Comparison lesser = locals.compareTo(remotes) > 0 ? locals : remotes;
    return lesser == Comparison.IDENTICAL ? Comparison.CONGRUENT : lesser;
  }

  @Override
  public Intercommunicator create(Group locals) {
    remote.arguments().present("group", locals);
    Group strangers = locals.difference(group());
    if (strangers.size() > 0) {
      throw remote
          .arguments()
          .refuse("create() got a %s that is not in the local group".formatted(strangers));
    }
    int place = locals.rankOf(process());
    boolean isIn = place != Communicator.UNDEFINED;
    return split(isIn ? 0 : Communicator.UNDEFINED, isIn ? place : 0, "create()");
  }

  @Override
  public Intercommunicator split(int color, int key) {
    remote.checkUsable();
    return split(color, key, "split()");
  }

  private Intercommunicator split(int color, int key, String call) {
    Member part = splitting().split(color, key, sides.lower(), call);
    if (part == null) {
      return null;
    }
    Context context = part.context();
    int lower =
        (int)
            IntStream.range(0, context.size())
                .map(rank -> union.context().findRank(context.process(rank)))
                .filter(number -> number < sides.lower())
                .count();
    if (lower == 0 || lower == context.size()) {
      part.close();
      return null;
    }
    return of(part, new Sides(lower, context.size() - lower), collectives.selection());
  }

  private Splitting splitting() {
    // What is made from this intercommunicator uses its codec.
    union.useCodec(codec());
    return new Splitting(union, new DataMovement(collectives), new Reductions(collectives));
  }

  @Override
  public String name() {
    return remote.name();
  }

  @Override
  public void rename(String name) {
    remote.arguments().present("name", name);
    remote.rename(name);
  }

  /** Its name, this rank and the remote group: {@code world.split(): rank 1 of 3, 2 remote}. */
  @Override
  public String toString() {
    return "%s: rank %d of %d, %d remote".formatted(name(), rank(), size(), remoteSize());
  }

  @Override
  public int[] failedRanks() {
    return new RankFaultTolerance(remote).failedRanks();
  }

  @Override
  public void acknowledgeFailures() {
    new RankFaultTolerance(remote).acknowledgeFailures();
  }

  @Override
  public void revoke() {
    new RankFaultTolerance(remote).revoke();
  }

  @Override
  public boolean isRevoked() {
    return new RankFaultTolerance(remote).isRevoked();
  }

  /** Whether it can be used. */
  boolean isOpen() {
    return !remote.isClosed();
  }

  @Override
  public void disconnect() {
    remote.checkUsable();
    try {
      new DataMovement(collectives).barrier().run();
    } finally {
      close();
      union.processes().leave(union.context(), union.engine());
      new RankFaultTolerance(union).part();
    }
  }

  @Override
  public void close() {
    if (isOpen()) {
      // Collectives count there: what refuses the close comes before the attributes end.
      union.checkClosable();
    }
    remote.close(this, union::close);
  }
}
