package io.starling.collectives.communicator;

import io.starling.collectives.Communicator;
import io.starling.collectives.call.Collectives;
import io.starling.collectives.call.DataMovement;
import io.starling.collectives.call.Member;
import io.starling.collectives.neighbour.Dimensions;
import io.starling.collectives.neighbour.Grid;
import io.starling.collectives.operation.Plural;
import io.starling.collectives.selection.Selection;
import io.starling.runtime.Buffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Makes communicators with virtual topologies (MPI 4.1, chapter 8). */
final class Topologies {

  private final Member member;
  private final Splitting splitting;
  private final Selection selection;
  private final int rank;
  private final int size;

  Topologies(Member member, Splitting splitting, Selection selection) {
    this.member = member;
    this.splitting = splitting;
    this.selection = selection;
    rank = member.context().rank();
    size = member.context().size();
  }

  /** A grid of the first ranks; null on ranks that are left over. */
  RankCartesian cartesian(int[] dimensions, boolean[] periodic, boolean reorder) {
    member.checkUsable();
    member.arguments().present("dimensions", dimensions);
    member.arguments().present("periodic", periodic);
    if (dimensions.length != periodic.length) {
      throw refuse(
          "dimensions has %d values, but periodic has %d"
              .formatted(dimensions.length, periodic.length));
    }
    int[] chosen;
    try {
      chosen = Dimensions.choose(size, dimensions);
    } catch (IllegalArgumentException e) {
      throw refuse(e.getMessage());
    }
    Grid grid = new Grid(chosen, periodic);
    int color = rank < grid.size() ? 0 : Communicator.UNDEFINED;
    int place = reorder ? new Places(member, selection).inGrid(grid) : rank;
    Member part =
        splitting.split(
            color,
            place,
            "cartesian(%s, %s)".formatted(Arrays.toString(chosen), Arrays.toString(periodic)));
    return part == null ? null : new RankCartesian(part, selection, grid);
  }

  /** A graph of the edges that all ranks give. */
  RankGraph graph(Edges own, boolean reorder) {
    member.checkUsable();
    check(own);
    return connect(own.exchange(member, dataMovement()), reorder);
  }

  private void check(Edges own) {
    member.arguments().present("sources", own.sources());
    member.arguments().present("destinations", own.destinations());
    if (own.sources().length != own.destinations().length) {
      throw refuse(
          "%s, but %s: each edge has one of both"
              .formatted(
                  Plural.of(own.sources().length, "source"),
                  Plural.of(own.destinations().length, "destination")));
    }
    checkRanks("source", own.sources());
    checkRanks("destination", own.destinations());
    checkWeights("weights", "edge", own.sources(), own.weights());
  }

  RankGraph graph(Adjacency own, boolean reorder) {
    member.checkUsable();
    check(own);
    return connect(own, reorder);
  }

  private DataMovement dataMovement() {
    return new DataMovement(new Collectives(member, selection));
  }

  private RankGraph connect(Adjacency own, boolean reorder) {
    Adjacency role = own;
    int place = rank;
    if (reorder) {
      List<Adjacency> roles = own.exchange(member, dataMovement());
      place = new Places(member, selection).inGraph(roles);
      role = roles.get(place);
    }
    Member all = splitting.split(0, place, "graph()");
    if (member.check()) {
      checkEdges(all, role);
    }
    return new RankGraph(all, selection, role.copy());
  }

  private void check(Adjacency own) {
    member.arguments().present("sources", own.sources());
    member.arguments().present("destinations", own.destinations());
    checkRanks("source", own.sources());
    checkRanks("destination", own.destinations());
    checkWeights("sourceWeights", "neighbour", own.sources(), own.sourceWeights());
    checkWeights("destinationWeights", "neighbour", own.destinations(), own.destinationWeights());
    long fromItself = count(own.sources(), rank);
    long toItself = count(own.destinations(), rank);
    if (fromItself != toItself) {
      throw refuse(
          "this rank lists itself %s among its sources, but %s among its destinations"
              .formatted(Plural.of(fromItself, "time"), Plural.of(toItself, "time")));
    }
  }

  private void checkWeights(String role, String what, int[] neighbours, int... weights) {
    member.arguments().present(role, weights);
    if (weights.length != neighbours.length) {
      throw refuse(
          "%s has %d values for %s"
              .formatted(role, weights.length, Plural.of(neighbours.length, what)));
    }
    for (int weight : weights) {
      if (weight < 0) {
        throw refuse("%s has the weight %d; weights are 0 or more".formatted(role, weight));
      }
    }
  }

  private void checkRanks(String role, int... ranks) {
    for (int peer : ranks) {
      member.arguments().peer(role, peer);
    }
  }

  /** Under {@code --check}: checks the edges by an exchange of their numbers. */
  private void checkEdges(Member all, Adjacency role) {
    long[] toEach =
        IntStream.range(0, size).mapToLong(peer -> count(role.destinations(), peer)).toArray();
    long[] fromEach = new long[size];
    try (Member.Entry _ = all.enter()) {
      new DataMovement(new Collectives(all, selection))
          .alltoall(Buffer.of(toEach), Buffer.of(fromEach))
          .run();
    }
    for (int peer = 0; peer < size; peer++) {
      long listed = count(role.sources(), peer);
      if (listed != fromEach[peer]) {
        all.close();
        throw refuse(
            "rank %d is %s among its sources, but has it %s among its destinations"
                .formatted(peer, Plural.of(listed, "time"), Plural.of(fromEach[peer], "time")));
      }
    }
  }

  private static long count(int[] ranks, int wanted) {
    return Arrays.stream(ranks).filter(peer -> peer == wanted).count();
  }

  private IllegalArgumentException refuse(String reason) {
    return member.arguments().refuse(reason);
  }
}
