package io.starling.topology.placement;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How the user wants ranks to be placed.
 *
 * @param mapBy by which pieces ranks are dealt out; {@link MapBy#SLOT} where empty
 * @param rankBy by which pieces the seats so found are numbered; in the order of dealing where
 *     empty
 * @param bindTo what ranks are bound to; {@link Placer} chooses where empty
 * @param rankfile a {@link Rankfile} that names the cores of each rank
 */
public record Wishes(
    Optional<MapBy> mapBy,
    Optional<MapBy> rankBy,
    Optional<BindTo> bindTo,
    Optional<Path> rankfile) {

  /** None. */
  public static final Wishes NONE =
      new Wishes(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  /**
   * Checks that the wishes go together.
   *
   * @throws IllegalArgumentException if a rankfile meets a wish that it decides itself
   */
  public Wishes {
    if (rankfile.isPresent()) {
      refuse("--map-by", mapBy.map(MapBy::label));
      refuse("--rank-by", rankBy.map(MapBy::label));
      refuse("--bind-to", bindTo.filter(level -> level != BindTo.NONE).map(BindTo::label));
    }
  }

  private static void refuse(String option, Optional<String> value) {
    if (value.isPresent()) {
      throw new IllegalArgumentException(
          "%s %s does not go with a rankfile, which names the cores of each rank itself"
              .formatted(option, value.get()));
    }
  }

  /** These wishes with this mapping. */
  public Wishes mapBy(MapBy pieces) {
    return new Wishes(Optional.of(pieces), rankBy, bindTo, rankfile);
  }

  /** These wishes with this numbering. */
  public Wishes rankBy(MapBy pieces) {
    return new Wishes(mapBy, Optional.of(pieces), bindTo, rankfile);
  }

  /** These wishes with this binding. */
  public Wishes bindTo(BindTo piece) {
    return new Wishes(mapBy, rankBy, Optional.of(piece), rankfile);
  }

  /** These wishes with this rankfile. */
  public Wishes rankfile(Path file) {
    return new Wishes(mapBy, rankBy, bindTo, Optional.of(file));
  }
}
