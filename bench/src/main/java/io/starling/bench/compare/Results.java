package io.starling.bench.compare;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** What was measured, by cell and library. */
final class Results {

  private final List<Contender> libraries;
  private final Statistic statistic;
  private final List<RoundSample> samples = new ArrayList<>();
  private final Set<String> failures = new LinkedHashSet<>();
  private final List<String> notes = new ArrayList<>();

  /** How the rounds of a cell become one figure. */
  enum Statistic {
    MEDIAN,
    BEST
  }

  Results(List<Contender> libraries, Statistic statistic) {
    this.libraries = List.copyOf(libraries);
    this.statistic = statistic;
  }

  void add(RoundSample sample) {
    samples.add(sample);
  }

  /** Notes what could not be measured; the same is noted once. */
  void fail(String failure) {
    failures.add(failure);
  }

  /** Adds what readers must know to judge the figures. */
  void note(String note) {
    notes.add(note);
  }

  List<String> notes() {
    return List.copyOf(notes);
  }

  List<Contender> libraries() {
    return libraries;
  }

  /** All libraries but Starling. */
  List<Contender> peers() {
    return libraries.stream().filter(library -> !library.equals(Contender.STARLING)).toList();
  }

  Statistic statistic() {
    return statistic;
  }

  List<String> failures() {
    return List.copyOf(failures);
  }

  /** In the order in which they were first measured, sizes ascending within a benchmark. */
  List<Cell> cells() {
    List<String> benchmarks = benchmarks();
    return samples.stream()
        .map(RoundSample::cell)
        .distinct()
        .sorted(
            Comparator.comparingInt((Cell cell) -> benchmarks.indexOf(cell.benchmark()))
                .thenComparingLong(Cell::bytes))
        .toList();
  }

  List<String> benchmarks() {
    return samples.stream().map(sample -> sample.cell().benchmark()).distinct().toList();
  }

  List<Cell> cells(String benchmark) {
    return cells().stream().filter(cell -> cell.benchmark().equals(benchmark)).toList();
  }

  /** The time of each round, ascending. */
  List<Double> rounds(Contender library, Cell cell) {
    return samples.stream()
        .filter(sample -> sample.library().equals(library) && sample.cell().equals(cell))
        .map(sample -> sample.measurement().microseconds().average())
        .sorted()
        .toList();
  }

  /** The figure of a cell in microseconds, if the library has measured it. */
  OptionalDouble microseconds(Contender library, Cell cell) {
    List<Double> rounds = rounds(library, cell);
    if (rounds.isEmpty()) {
      return OptionalDouble.empty();
    }
    if (statistic == Statistic.BEST) {
      return OptionalDouble.of(Collections.min(rounds));
    }
    double upper = rounds.get(rounds.size() / 2);
    double lower = rounds.get((rounds.size() - 1) / 2);
    return OptionalDouble.of((lower + upper) / 2);
  }

  /** The fastest library besides Starling. */
  Optional<Contender> bestPeer(Cell cell) {
    return peers().stream()
        .filter(peer -> microseconds(peer, cell).isPresent())
        .min(Comparator.comparingDouble(peer -> microseconds(peer, cell).getAsDouble()));
  }

  /** Starling's time divided by that of the best peer. */
  OptionalDouble ratio(Cell cell) {
    OptionalDouble own = microseconds(Contender.STARLING, cell);
    Optional<Contender> peer = bestPeer(cell);
    if (own.isEmpty() || peer.isEmpty()) {
      return OptionalDouble.empty();
    }
    double best = microseconds(peer.get(), cell).getAsDouble();
    return best > 0 ? OptionalDouble.of(own.getAsDouble() / best) : OptionalDouble.empty();
  }
}
