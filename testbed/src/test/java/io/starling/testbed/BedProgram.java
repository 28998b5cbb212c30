package io.starling.testbed;

import io.starling.collectives.Communicator;
import io.starling.collectives.Starling;
import io.starling.runtime.Buffer;
import io.starling.runtime.CommunicatorRevokedException;
import io.starling.runtime.RankFailedException;
import io.starling.runtime.ReductionOperator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** What ranks run in tests over several hosts: the first argument says what to do. */
public final class BedProgram {

  /** After so many rounds everybody is connected with everybody. */
  private static final int WARM = 10;

  private BedProgram() {}

  public static void main(String... arguments) throws Exception {
    Communicator world = Starling.world();
    try {
      switch (arguments[0]) {
        case "hello" -> hello(world);
        case "rounds" -> rounds(world, Duration.ofSeconds(Long.parseLong(arguments[1])));
        case "go-on" -> goOn(world);
        case "go-on-late" -> goOnLate(world);
        case "meet-late" -> meetLate(world);
        case "lines" -> lines(world);
        case "abort" -> abort(world);
        case "ring" -> ring(world);
        case "throw" -> throwTogether(world);
        default -> throw new IllegalArgumentException(arguments[0]);
      }
    } finally {
      world.close();
    }
  }

  private static String host() throws IOException {
    return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
  }

  /** Says where it is, after a sum over all: with a wrong one it says nothing. */
  private static void hello(Communicator world) throws IOException {
    sum(world, 0);
    // In one piece: other launchers than Starling's let lines of several ranks run into each other.
    System.out.println("rank %d of %d on %s".formatted(world.rank(), world.size(), host()));
  }

  private static void sum(Communicator communicator, long round) {
    long[] mine = new long[1 << 13];
    for (int i = 0; i < mine.length; i++) {
      mine[i] = communicator.rank() + round + i;
    }
    long[] sums = new long[mine.length];
    communicator.allreduce(Buffer.of(mine), Buffer.of(sums), ReductionOperator.SUM);
    long size = communicator.size();
    for (int i = 0; i < mine.length; i++) {
      if (sums[i] != size * (size - 1) / 2 + size * (round + i)) {
        throw new AssertionError("round %d, element %d: %d".formatted(round, i, sums[i]));
      }
    }
  }

  /** Sums until the time is over; rank 0 decides when that is. */
  private static void rounds(Communicator world, Duration time) {
    long start = System.nanoTime();
    long[] more = {1};
    for (long round = 0; more[0] == 1; round++) {
      sum(world, round);
      more[0] = System.nanoTime() - start < time.toNanos() ? 1 : 0;
      world.broadcast(Buffer.of(more), 0);
      if (round == WARM) {
        System.out.println("under way");
      }
    }
    System.out.println("all sums are right");
  }

  /** Sums until a rank has failed, then once more without it. */
  private static void goOn(Communicator world) throws InterruptedException {
    try {
      for (long round = 0; ; round++) {
        sum(world, round);
        if (round == WARM) {
          System.out.println("under way");
        }
        Thread.sleep(10);
      }
    } catch (RankFailedException | CommunicatorRevokedException e) {
      System.out.println("heard: " + e.getMessage());
      world.revoke();
      try (Communicator smaller = world.shrink()) {
        sum(smaller, 7);
        System.out.printf("goes on as rank %d of %d%n", smaller.rank(), smaller.size());
      }
    }
  }

  /** The same for ranks that have not talked to anybody before. */
  private static void goOnLate(Communicator world) throws InterruptedException {
    System.out.println("under way");
    Thread.sleep(2000);
    goOn(world);
  }

  /** Ranks that have not talked to anybody before, in an outage that has begun meanwhile. */
  private static void meetLate(Communicator world) throws InterruptedException {
    System.out.println("under way");
    Thread.sleep(300);
    for (long round = 0; round < WARM; round++) {
      sum(world, round);
    }
    System.out.println("all sums are right");
  }

  private static void lines(Communicator world) {
    for (int i = 0; i < 2000; i++) {
      System.out.printf("rank %d, line %d of many%n", world.rank(), i);
    }
    world.barrier();
  }

  /** Says how long rings of 2 MiB take. */
  private static void ring(Communicator world) {
    byte[] data = new byte[2 << 20];
    byte[] result = new byte[data.length];
    Communicator ring = world.withAlgorithm("allreduce=ring");
    long best = Long.MAX_VALUE;
    for (int i = 0; i < 4; i++) {
      world.barrier();
      long start = System.nanoTime();
      ring.allreduce(Buffer.of(data), Buffer.of(result), ReductionOperator.SUM);
      world.barrier();
      best = Math.min(best, System.nanoTime() - start);
    }
    if (world.rank() == 0) {
      System.out.println(best / 1_000_000 + " ms");
    }
  }

  private static void abort(Communicator world) {
    System.out.println("under way");
    world.barrier();
    if (world.rank() == 2) {
      world.abort(9);
    }
    world.barrier();
  }

  private static void throwTogether(Communicator world) {
    world.barrier();
    throw new IllegalStateException("the input is wrong");
  }
}
