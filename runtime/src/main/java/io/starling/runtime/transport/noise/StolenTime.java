package io.starling.runtime.transport.noise;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** The nanoseconds that noise has really taken, by turn. */
public final class StolenTime {

  private final Map<Long, Long> turns = new TreeMap<>();

  /** None so far. */
  public StolenTime() {}

  /** Adds one noise. */
  public void add(long turn, long nanoseconds) {
    turns.merge(turn, nanoseconds, Long::sum);
  }

  /** The time stolen in a turn. */
  public long in(long turn) {
    return turns.getOrDefault(turn, 0L);
  }

  /** Writes a line for each turn that had noise, with its number and the nanoseconds. */
  public void write(Path file) throws IOException {
    StringBuilder lines = new StringBuilder();
    turns.forEach((turn, stolen) -> lines.append(turn).append(' ').append(stolen).append('\n'));
    Files.writeString(file, lines);
  }

  /** Reads what {@link #write} has written. */
  public static StolenTime read(Path file) throws IOException {
    StolenTime stolen = new StolenTime();
    for (String line : Files.readAllLines(file)) {
      String[] fields = line.split(" ");
      stolen.add(Long.parseLong(fields[0]), Long.parseLong(fields[1]));
    }
    return stolen;
  }
}
