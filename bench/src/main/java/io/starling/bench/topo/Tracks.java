package io.starling.bench.topo;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Lays strands that share a corridor side by side, in an order in which few cross: what turns up
 * lies above what turns down, and of two nested strands the shorter lies inside.
 */
final class Tracks {

  /**
   * A strand's place among its neighbours.
   *
   * @param index from 0, upmost or leftmost
   * @param count how many lie side by side
   */
  record Lane(int index, int count) {

    /** In widths of a lane from the middle of the track. */
    double offset() {
      return index - (count - 1) / 2.0;
    }
  }

  private record Track(boolean alongRow, int number) {}

  private final Map<Track, List<Strand>> strands = new HashMap<>();
  private final Map<Strand, Lane> lanes = new HashMap<>();

  /** The lanes of all strands of these routes on a board with so many columns. */
  Tracks(List<Route> routes, int columns) {
    for (Route route : routes) {
      Strand.of(route, columns).forEach(this::add);
    }
    strands.values().forEach(this::assign);
  }

  private void add(Strand strand) {
    List<Strand> track =
        strands.computeIfAbsent(
            new Track(strand.alongRow(), strand.track()), _ -> new ArrayList<>());
    Strand joined = strand;
    List<Strand> rest = new ArrayList<>();
    for (Strand other : track) {
      if (other.joins(joined)) {
        joined = other.with(joined);
      } else {
        rest.add(other);
      }
    }
    track.clear();
    track.addAll(rest);
    track.add(joined);
  }

  private void assign(List<Strand> track) {
    track.sort(
        Comparator.comparingDouble(Strand::pull)
            .thenComparingDouble(strand -> -strand.pull() * strand.length())
            .thenComparingInt(Strand::from)
            .thenComparingInt(strand -> strand.trunk().from()));
    int[] index = new int[track.size()];
    int[] cluster = new int[track.size()];
    for (int i = 0; i < track.size(); i++) {
      cluster[i] = i;
      for (int j = 0; j < i; j++) {
        if (track.get(i).collides(track.get(j))) {
          index[i] = Math.max(index[i], index[j] + 1);
          merge(cluster, cluster[j], cluster[i]);
        }
      }
    }
    for (int i = 0; i < index.length; i++) {
      int most = 0;
      for (int j = 0; j < index.length; j++) {
        most = cluster[j] == cluster[i] ? Math.max(most, index[j]) : most;
      }
      lanes.put(track.get(i), new Lane(index[i], most + 1));
    }
  }

  private static void merge(int[] cluster, int from, int to) {
    for (int i = 0; i < cluster.length; i++) {
      cluster[i] = cluster[i] == from ? to : cluster[i];
    }
  }

  /** The lane of a piece of a route. */
  Lane of(Strand piece) {
    return strands.get(new Track(piece.alongRow(), piece.track())).stream()
        .filter(piece::joins)
        .map(lanes::get)
        .findFirst()
        .orElseThrow();
  }

  /** How many lanes a row or a column needs, at least one. */
  int needed(boolean alongRow, int track) {
    return Stream.ofNullable(strands.get(new Track(alongRow, track)))
        .flatMap(List::stream)
        .mapToInt(strand -> lanes.get(strand).count())
        .max()
        .orElse(1);
  }
}
