package io.starling.bench.laboratory.noise;

import io.starling.bench.compare.Contender;
import io.starling.bench.compare.Interruption;
import io.starling.runtime.transport.noise.StolenTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A library, and of Starling an algorithm, that noise disturbs: a line of the table. */
interface Subject {

  Contender contender();

  /** What the user calls the algorithm. */
  String algorithm();

  /** Runs all turns in processes of its own; none is left when it returns. */
  Outcome measure(NoiseWork work, Interruption interruption) throws InterruptedException;

  /**
   * A turn.
   *
   * @param number from the noise's origin
   * @param iterations how many were done in the part of it that counts
   */
  record Turn(long number, double iterations) {

    private static final Pattern LINE =
        Pattern.compile("\\{\"turn\":(\\d+),\"iterations\":(\\d+\\.\\d+)\\}");

    /** As {@code NoiseRank} and the C driver write it. */
    static List<Turn> read(String text) {
      List<Turn> turns = new ArrayList<>();
      Matcher line = LINE.matcher(text);
      while (line.find()) {
        turns.add(new Turn(Long.parseLong(line.group(1)), Double.parseDouble(line.group(2))));
      }
      return turns;
    }
  }

  /**
   * What came of it.
   *
   * @param turns those that were finished, in order
   * @param stolen from each rank; empty if it was not measured
   * @param failure why there are no turns, if there should be
   */
  record Outcome(List<Turn> turns, List<StolenTime> stolen, Optional<String> failure) {

    static Outcome failed(String reason) {
      return new Outcome(List.of(), List.of(), Optional.of(reason));
    }
  }
}
