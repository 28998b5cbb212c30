package io.starling.bench.compare;

import io.starling.bench.micro.BenchmarkKind;
import io.starling.bench.report.Measurement;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The order of a comparison: round by round, collective by collective, every library in turn, so
 * that whatever else the machine does disturbs all of them alike.
 */
final class Comparison {

  private record Turn(Contender library, BenchmarkKind kind) {}

  private final CompareWork work;
  private final List<Library> libraries;
  private final Interruption interruption;
  private final Observer observer;
  private final Set<Turn> givenUp = new HashSet<>();

  /** Who hears what happens, as it happens. */
  interface Observer {

    /** A run begins. */
    void begin(int round, BenchmarkKind kind, Contender library);

    void measured(RoundSample sample) throws IOException;

    /** A run has failed; the library is not asked for this collective again. */
    void failed(int round, BenchmarkKind kind, Contender library, String reason) throws IOException;
  }

  Comparison(
      CompareWork work, List<Library> libraries, Interruption interruption, Observer observer) {
    this.work = work;
    this.libraries = libraries;
    this.interruption = interruption;
    this.observer = observer;
  }

  /** Measures all; returns an exit status early if the user ends it. */
  OptionalInt run() throws InterruptedException, IOException {
    for (int round = 1; round <= work.rounds(); round++) {
      for (BenchmarkKind kind : work.kinds()) {
        for (Library library : libraries) {
          OptionalInt status = turn(round, kind, library);
          if (status.isPresent()) {
            return status;
          }
        }
      }
    }
    return OptionalInt.empty();
  }

  private OptionalInt turn(int round, BenchmarkKind kind, Library library)
      throws InterruptedException, IOException {
    Contender contender = library.contender();
    observer.begin(round, kind, contender);
    if (givenUp.contains(new Turn(contender, kind))) {
      return OptionalInt.empty();
    }
    Library.Run run = library.measure(kind, work, interruption);
    for (Measurement measurement : run.measurements()) {
      observer.measured(new RoundSample(contender, round, measurement));
    }
    if (run.failure().isPresent()) {
      givenUp.add(new Turn(contender, kind));
      observer.failed(round, kind, contender, run.failure().get());
    }
    return run.interruption().isPresent() ? run.interruption() : interruption.status();
  }
}
