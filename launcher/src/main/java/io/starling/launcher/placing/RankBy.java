package io.starling.launcher.placing;

import io.starling.topology.placement.MapBy;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How ranks are numbered: over pieces of the machine, or so that ranks that communicate are on near
 * hosts.
 *
 * @param piece a piece of the machine; empty for the locality of hosts
 * @param matrix a file with the round-trip times between the hosts, if one is given
 */
public record RankBy(Optional<MapBy> piece, Optional<Path> matrix) {

  private static final String LOCALITY = "locality";

  /**
   * Reads a piece, {@code locality} or {@code locality=FILE}.
   *
   * @throws IllegalArgumentException if it is none of these
   */
  public static RankBy parse(String text) {
    if (text.equals(LOCALITY)) {
      return new RankBy(Optional.empty(), Optional.empty());
    }
    String prefix = LOCALITY + "=";
    if (text.startsWith(prefix) && text.length() > prefix.length()) {
      return new RankBy(Optional.empty(), Optional.of(Path.of(text.substring(prefix.length()))));
    }
    try {
      return new RankBy(Optional.of(MapBy.named(text)), Optional.empty());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          e.getMessage() + ", or locality or locality=FILE for hosts", e);
    }
  }

  /** Whether hosts are ordered by their links. */
  public boolean isByLocality() {
    return piece.isEmpty();
  }
}
