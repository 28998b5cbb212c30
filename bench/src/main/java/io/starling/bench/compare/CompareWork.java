package io.starling.bench.compare;

import io.starling.bench.micro.BenchmarkKind;
import io.starling.bench.micro.MessageMemoryKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What every library does in the same way.
 *
 * @param ranks how many
 * @param kinds the collectives, in order
 * @param sizes in bytes
 * @param rounds how often each library has its turn
 * @param firstWarmUp of all sizes of Starling together, before the first: compiled C needs none
 * @param warmUp of each size
 * @param time about how long each size is timed
 * @param memory where Starling's messages lie; {@code shared} is MPI_Alloc_mem for the others
 * @param write the argument that makes ranks write what they send before each message
 * @param datatype what a reduction folds
 * @param operator what it folds with
 * @param limit after which a run is given up
 */
record CompareWork(
    int ranks,
    List<BenchmarkKind> kinds,
    List<Long> sizes,
    int rounds,
    Duration firstWarmUp,
    Duration warmUp,
    Duration time,
    MessageMemoryKind memory,
    Optional<String> write,
    String datatype,
    String operator,
    Duration limit) {

  /** How long a library warms up and measures a collective, if nothing takes longer. */
  Duration planned(Contender library, BenchmarkKind kind) {
    Duration sizes = warmUp.plus(time).multipliedBy(kind.hasSizes() ? this.sizes.size() : 1);
    return library.equals(Contender.STARLING) ? sizes.plus(firstWarmUp) : sizes;
  }

  /** The same for everything. */
  Duration planned(List<Contender> libraries) {
    Duration round = Duration.ZERO;
    for (BenchmarkKind kind : kinds) {
      for (Contender library : libraries) {
        round = round.plus(planned(library, kind));
      }
    }
    return round.multipliedBy(rounds);
  }

  /** For {@code BenchmarkRank} and for the C driver alike. */
  List<String> arguments(BenchmarkKind kind) {
    List<String> arguments = new ArrayList<>();
    arguments.add(kind.label());
    arguments.add(
        "--sizes=" + sizes.stream().map(String::valueOf).collect(Collectors.joining(",")));
    arguments.add("--warm-up=" + warmUp.toMillis());
    arguments.add("--time=" + time.toMillis());
    arguments.add("--memory=" + memory.label());
    write.ifPresent(arguments::add);
    arguments.add("--datatype=" + datatype);
    arguments.add("--operator=" + operator);
    return arguments;
  }
}
