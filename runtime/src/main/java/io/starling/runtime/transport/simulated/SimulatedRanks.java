package io.starling.runtime.transport.simulated;

import io.starling.runtime.StarlingException;
import io.starling.runtime.progress.Engine;
import io.starling.runtime.progress.Port;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs the programs of ranks in virtual time: ordinary programs that wait in calls. Each has a
 * thread, and one thread runs at a time: the calling one or a rank's. While a rank waits, the
 * calling thread does its work; the rank's thread resumes when an operation has ended.
 */
public final class SimulatedRanks implements SimulatedFabric.Host {

  private static final int MOST_TOLD = 16;

  private final SimulatedFabric fabric;
  private final SimulatedRank[] hands;
  private Thread scheduler;
  private int atWork;

  /** Runs ranks on a fabric that is not used otherwise. */
  public SimulatedRanks(SimulatedFabric fabric) {
    this(fabric, port -> port);
  }

  /** Runs ranks whose engines see wrapped ports, such as tracing ones. */
  public SimulatedRanks(SimulatedFabric fabric, Function<SimulatedPort, Port> ends) {
    this.fabric = fabric;
    hands = new SimulatedRank[fabric.capacity()];
    for (int rank = 0; rank < hands.length; rank++) {
      SimulatedPort port = fabric.port(rank);
      hands[rank] = new SimulatedRank(port, ends.apply(port));
    }
  }

  /** The engine of a rank. */
  public Engine engine(int rank) {
    return hands[rank].engine();
  }

  /**
   * Runs a program on every rank of the start, given its number, until all have ended, also those
   * that have {@linkplain #join joined}. Virtual time continues from the end of the previous run.
   *
   * @throws StarlingException if all remaining ranks wait for events that never occur; the message
   *     lists their waits
   * @throws RuntimeException the exception of the first program that failed; the others are
   *     stopped, and this object can't be used again
   */
  public void run(IntConsumer program) {
    // A switch between virtual threads costs far less than to wake this thread.
    AtomicReference<Throwable> failure = new AtomicReference<>();
    scheduler =
        Thread.ofVirtual()
            .name("virtual time")
            .unstarted(
                () -> {
                  try {
                    runAll(program);
                  } catch (RuntimeException | Error e) {
                    failure.set(e);
                  }
                });
    scheduler.start();
    try {
      scheduler.join();
    } catch (InterruptedException e) {
      scheduler.interrupt();
      Thread.currentThread().interrupt();
    }
    switch (failure.get()) {
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case null, default -> {}
    }
  }

  /**
   * A rank joins: its program begins at the time of the rank that brings it. To be called by the
   * program of that rank. The ranks learn of each other by {@link Engine#connect}.
   *
   * @param by the rank that brings it
   * @param rank its number, at least the fabric's size and below its capacity
   * @throws IllegalArgumentException if it is another number
   * @throws IllegalStateException if it has joined before: no number is used twice
   */
  public void join(int by, int rank, IntConsumer program) {
    if (rank < fabric.size() || rank >= hands.length) {
      throw new IllegalArgumentException(
          "rank %d can't bring rank %d: ranks %d to %d may join; make the fabric with more ranks"
              .formatted(by, rank, fabric.size(), hands.length - 1));
    }
    if (hands[rank].hasBegun()) {
      throw new IllegalStateException(
          "rank %d can't bring rank %d, which has joined before; take the next number"
              .formatted(by, rank));
    }
    atWork++;
    hands[rank].join(program, scheduler, fabric.port(by).clock());
  }

  private void runAll(IntConsumer program) {
    atWork = fabric.size();
    for (int rank = 0; rank < fabric.size(); rank++) {
      hands[rank].begin(program, scheduler);
    }
    try {
      while (atWork > 0) {
        if (!fabric.step(this)) {
          throw new StarlingException(whatAllWaitFor());
        }
      }
    } finally {
      for (SimulatedRank hand : hands) {
        hand.stop();
      }
    }
  }

  @Override
  public void wake(int rank) {
    if (hands[rank].wake()) {
      atWork--;
    }
  }

  private String whatAllWaitFor() {
    List<SimulatedRank> waiting = Stream.of(hands).filter(hand -> !hand.isDone()).toList();
    String some =
        waiting.stream()
            .limit(MOST_TOLD)
            .map(hand -> hand.engine().waits().pending())
            .collect(Collectors.joining("\n"));
    return "no message is in flight, and %d ranks wait:\n%s%s"
        .formatted(waiting.size(), some, waiting.size() > MOST_TOLD ? "\n..." : "");
  }
}
