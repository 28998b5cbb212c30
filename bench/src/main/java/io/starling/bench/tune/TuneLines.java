package io.starling.bench.tune;

import io.starling.bench.report.LineStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Takes what rank 0 writes, line by line: keeps results and hands on what is measured now. */
final class TuneLines extends LineStream {

  private static final String PROGRESS = "progress";

  /**
   * What is measured now.
   *
   * @param done how many points of a job are done, of {@code all}
   */
  record Progress(int done, int all, String what) {

    double part() {
      return (double) done / all;
    }
  }

  private final Consumer<Progress> listener;
  private final List<Result> results = new ArrayList<>();
  private int points;

  TuneLines(Consumer<Progress> listener) {
    this.listener = listener;
  }

  @Override
  protected void take(String text) {
    Optional<Result> result = Result.ofLine(text);
    if (result.isPresent()) {
      results.add(result.get());
      return;
    }
    String[] fields = text.split("\t", -1);
    if (fields.length == 4 && fields[0].equals(PROGRESS)) {
      points = Integer.parseInt(fields[2]);
      listener.accept(new Progress(Integer.parseInt(fields[1]), points, fields[3]));
    }
  }

  /** How many points of the job have no result, as far as it has told. */
  synchronized int unmeasured() {
    return Math.max(0, points - results.size());
  }

  synchronized List<Result> results() {
    return List.copyOf(results);
  }
}
