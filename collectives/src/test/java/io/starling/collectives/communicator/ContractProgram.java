package io.starling.collectives.communicator;

import io.starling.collectives.Communicator;
import io.starling.collectives.Starling;
import io.starling.collectives.algorithm.Algorithm;
import io.starling.runtime.Buffer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;

/** What a test of module {@code bench} runs as a job of real processes. */
public final class ContractProgram {

  /** More processes than these share so few processors that they run only a part. */
  private static final int FEW_RANKS = 3;

  private ContractProgram() {}

  public static void main(String... arguments) {
    try (Communicator world = Starling.world()) {
      switch (arguments[0]) {
        case "contract" -> contract(world, AlgorithmContract.variants());
        case "brief" -> contract(world, oneOfEach());
        case "in-order" -> new ReduceContract(world, 0, 1000, TestOperators.COMPOSE).check();
        case "disagree" -> world.broadcast(Buffer.of(new int[1 + world.rank()]), 0);
        case "libraries" -> printLibraries(world);
        case "fail" -> failAmidCollectives(world);
        default -> throw new IllegalArgumentException(arguments[0]);
      }
    }
  }

  /** After a message, so that all that a job needs is there. */
  private static void printLibraries(Communicator world) {
    world.broadcast(Buffer.of(new int[1 << 20]), 0);
    try (Stream<String> mappings = Files.lines(Path.of("/proc/self/maps"))) {
      mappings.filter(line -> line.contains(".so")).forEach(System.out::println);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Every algorithm with its first parameters, where each message takes long. */
  private static Stream<AlgorithmContract.Variant> oneOfEach() {
    Set<Algorithm> seen = new HashSet<>();
    return AlgorithmContract.variants()
        .filter(variant -> !isExtreme(variant.specification()))
        .filter(variant -> seen.add(variant.algorithm()));
  }

  private static void contract(Communicator world, Stream<AlgorithmContract.Variant> variants) {
    variants
        .filter(variant -> world.size() <= FEW_RANKS || !isExtreme(variant.specification()))
        .forEach(
            variant -> {
              try {
                AlgorithmContract.check(world, variant);
              } catch (AssertionError e) {
                throw new AssertionError(variant + ": " + e.getMessage(), e.getCause());
              }
            });
    // At one go: printf writes in pieces, between which mpirun puts those of other ranks.
    System.out.println("rank %d of %d holds the contract".formatted(world.rank(), world.size()));
  }

  private static boolean isExtreme(String specification) {
    return specification.contains("segment=100,") || specification.endsWith("segment=16K");
  }

  /** The others wait inside a broadcast; the last rank sends, and leaves by an exception. */
  private static void failAmidCollectives(Communicator world) {
    byte[] data = new byte[16 << 20];
    int last = world.size() - 1;
    if (world.rank() == last) {
      world.iSend(Buffer.of(data), 0, 0);
      world.iBroadcast(Buffer.of(data), last).test();
      throw new IllegalStateException("deliberate");
    }
    world.broadcast(Buffer.of(data), (last + 1) % world.size());
    world.barrier();
  }
}
