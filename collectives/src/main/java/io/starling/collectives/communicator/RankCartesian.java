package io.starling.collectives.communicator;

import io.starling.collectives.CartesianCommunicator;
import io.starling.collectives.call.Arguments;
import io.starling.collectives.call.Member;
import io.starling.collectives.exchange.Neighbours;
import io.starling.collectives.neighbour.Grid;
import io.starling.collectives.selection.Selection;
import java.util.Arrays;

/** One rank of a grid. */
public final class RankCartesian extends RankNeighbourhood implements CartesianCommunicator {

  private final Grid grid;
  private final Arguments arguments;

  RankCartesian(Member member, Selection selection, Grid grid) {
    super(member, selection, grid.neighbours(member.context().rank()));
    this.grid = grid;
    arguments = member.arguments();
  }

  @Override
  public int[] dimensions() {
    return grid.dimensions();
  }

  @Override
  public boolean[] periodic() {
    return grid.periodic();
  }

  @Override
  public int[] coordinates() {
    return grid.coordinates(rank());
  }

  @Override
  public int[] coordinates(int rank) {
    arguments.peer("rank", rank);
    return grid.coordinates(rank);
  }

  @Override
  public int rank(int[] coordinates) {
    arguments.present("coordinates", coordinates);
    checkLength("coordinates", coordinates.length);
    int rank = grid.rank(coordinates);
    if (rank == Neighbours.NOBODY) {
      throw arguments.refuse(
          "coordinates %s are outside the %s".formatted(Arrays.toString(coordinates), grid));
    }
    return rank;
  }

  @Override
  public Shift shift(int dimension, int displacement) {
    if (dimension < 0 || dimension >= grid.dimensions().length) {
      throw arguments.refuse("dimension %d does not exist in the %s".formatted(dimension, grid));
    }
    return new Shift(
        grid.neighbour(rank(), dimension, -(long) displacement),
        grid.neighbour(rank(), dimension, displacement));
  }

  @Override
  public CartesianCommunicator sub(boolean... remaining) {
    arguments.present("remaining", remaining);
    checkLength("remaining", remaining.length);
    int[] coordinates = coordinates();
    for (int i = 0; i < remaining.length; i++) {
      coordinates[i] = remaining[i] ? 0 : coordinates[i];
    }
    // The color of each part is its lowest rank.
    Member part =
        splitting().split(rank(coordinates), rank(), "sub(" + Arrays.toString(remaining) + ")");
    return new RankCartesian(part, selection(), grid.sub(remaining));
  }

  private void checkLength(String role, int length) {
    if (length != grid.dimensions().length) {
      throw arguments.refuse(
          "%s has %d values, but needs one per dimension of the %s".formatted(role, length, grid));
    }
  }

  @Override
  public CartesianCommunicator withAlgorithm(String specification) {
    return new RankCartesian(member(), collectives().selectionWith(specification), grid);
  }

  @Override
  public CartesianCommunicator duplicate() {
    return (CartesianCommunicator) super.duplicate();
  }

  @Override
  RankCartesian like(Member duplicate) {
    return new RankCartesian(duplicate, selection(), grid);
  }
}
