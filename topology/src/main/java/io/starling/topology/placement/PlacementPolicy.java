package io.starling.topology.placement;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The user's choices for the placement of ranks.
 *
 * @param mapBy the objects over which ranks are distributed; {@link MapBy#SLOT} if empty
 * @param rankBy the objects by which the locations are numbered; in the order of mapping if empty
 * @param bindTo the objects to which ranks are bound; {@link Placer} chooses if empty
 * @param rankfile a {@link Rankfile} that names the cores of each rank
 */
public record PlacementPolicy(
    Optional<MapBy> mapBy,
    Optional<MapBy> rankBy,
    Optional<BindTo> bindTo,
    Optional<Path> rankfile) {

  /** No choices. */
  public static final PlacementPolicy NONE =
      new PlacementPolicy(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  /**
   * Checks that the choices can be combined.
   *
   * @throws IllegalArgumentException if a rankfile is combined with a choice that it makes itself
   */
  public PlacementPolicy {
    if (rankfile.isPresent()) {
      refuse("--map-by", mapBy.map(MapBy::label));
      refuse("--rank-by", rankBy.map(MapBy::label));
      refuse("--bind-to", bindTo.filter(level -> level != BindTo.NONE).map(BindTo::label));
    }
  }

  private static void refuse(String option, Optional<String> value) {
    if (value.isPresent()) {
      throw new IllegalArgumentException(
          "%s %s can't be combined with a rankfile, which names the cores of each rank itself"
              .formatted(option, value.get()));
    }
  }

  /** This policy with this mapping. */
  public PlacementPolicy mapBy(MapBy pieces) {
    return new PlacementPolicy(Optional.of(pieces), rankBy, bindTo, rankfile);
  }

  /** This policy with this numbering. */
  public PlacementPolicy rankBy(MapBy pieces) {
    return new PlacementPolicy(mapBy, Optional.of(pieces), bindTo, rankfile);
  }

  /** This policy with this binding. */
  public PlacementPolicy bindTo(BindTo piece) {
    return new PlacementPolicy(mapBy, rankBy, Optional.of(piece), rankfile);
  }

  /** This policy with this rankfile. */
  public PlacementPolicy rankfile(Path file) {
    return new PlacementPolicy(mapBy, rankBy, bindTo, Optional.of(file));
  }
}
