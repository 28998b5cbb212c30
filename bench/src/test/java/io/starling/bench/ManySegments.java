package io.starling.bench;

import io.starling.collectives.Communicator;
import io.starling.collectives.Starling;
import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Moves a message of very many segments several times; then each rank says how much System V memory
 * it has mapped, in which UCX keeps what has come before its receive.
 */
public final class ManySegments {

  private static final int BYTES = 2_000_000;
  private static final int TIMES = 3;

  private ManySegments() {}

  /** The algorithm, such as {@code allreduce=ring,segment=100}. */
  public static void main(String[] arguments) throws IOException {
    try (Communicator world = Starling.world();
        Communicator chosen = world.withAlgorithm(arguments[0])) {
      Buffer data = Buffer.of(new byte[BYTES]);
      Buffer result = Buffer.of(new byte[BYTES]);
      for (int i = 0; i < TIMES; i++) {
        switch (arguments[0].replaceFirst("=.*", "")) {
          case "broadcast" -> chosen.broadcast(data, 0);
          case "reduce" -> chosen.reduce(data, result, ReductionOperator.SUM, 0);
          default -> chosen.allreduce(data, result, ReductionOperator.SUM);
        }
        world.barrier();
      }
      System.out.println(mapped());
    }
  }

  private static long mapped() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/maps")).stream()
        .filter(line -> line.contains("/SYSV"))
        .map(line -> line.split("[- ]", 3))
        .mapToLong(range -> Long.parseLong(range[1], 16) - Long.parseLong(range[0], 16))
        .sum();
  }
}
