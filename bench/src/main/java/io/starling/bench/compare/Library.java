package io.starling.bench.compare;

import io.starling.bench.micro.BenchmarkKind;
import io.starling.bench.report.Measurement;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** A library that can be measured. */
interface Library {

  Contender contender();

  /** How its programs are started, for the record. */
  String launch(int ranks);

  /** Runs one collective at all sizes in processes of its own; none is left when it returns. */
  Run measure(BenchmarkKind kind, CompareWork work, Interruption interruption)
      throws InterruptedException;

  /**
   * What came of it.
   *
   * @param measurements of the sizes that were finished
   * @param failure why there are no more, if there should be
   * @param interruption the exit status for a user who has ended the command meanwhile
   */
  record Run(List<Measurement> measurements, Optional<String> failure, OptionalInt interruption) {

    static Run of(List<Measurement> measurements) {
      return new Run(measurements, Optional.empty(), OptionalInt.empty());
    }

    static Run failed(List<Measurement> measurements, String reason) {
      return new Run(measurements, Optional.of(reason), OptionalInt.empty());
    }

    static Run interrupted(List<Measurement> measurements, int status) {
      return new Run(measurements, Optional.empty(), OptionalInt.of(status));
    }
  }
}
