package io.starling.bench.compare;

import io.starling.bench.report.Facts;
import io.starling.bench.report.Json;
import io.starling.bench.report.Measurement;
import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;

/**
 * One JSON object per line: first the machine and the libraries, then one for each cell, library
 * and round, and one for each run that failed. Each line is whole before the next measurement.
 */
record ComparisonJson(Writer out) implements Closeable {

  void header(Facts facts, List<Contender> libraries) throws IOException {
    Json machine = new Json();
    facts
        .entries()
        .forEach(
            (name, fact) -> machine.put(name.toLowerCase(Locale.ROOT).replace(' ', '_'), fact));
    new Json()
        .put("machine", machine)
        .put(
            "libraries",
            libraries.stream()
                .map(library -> new Json().put("id", library.id()).put("title", library.title()))
                .toList())
        .writeLine(out);
  }

  void sample(RoundSample sample) throws IOException {
    Measurement measurement = sample.measurement();
    measurement
        .json(
            sample.library().id(),
            json -> json.put("round", sample.round()).put("algorithm", measurement.algorithm()))
        .writeLine(out);
  }

  void failure(String benchmark, Contender library, int round, String reason) throws IOException {
    new Json()
        .put("benchmark", benchmark)
        .put("library", library.id())
        .put("round", round)
        .put("failure", reason)
        .writeLine(out);
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
