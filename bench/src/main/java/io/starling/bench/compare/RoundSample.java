package io.starling.bench.compare;

import io.starling.bench.report.Measurement;

/** What one library did in one round. */
record RoundSample(Contender library, int round, Measurement measurement) {

  Cell cell() {
    return new Cell(measurement.benchmark(), measurement.bytes());
  }
}
