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
  private int atWork;

  /** Runs ranks on a fabric that is not used otherwise. */
  public SimulatedRanks(SimulatedFabric fabric) {
    this(fabric, port -> port);
  }

  /** Runs ranks whose engines see wrapped ports, such as tracing ones. */
  public SimulatedRanks(SimulatedFabric fabric, Function<SimulatedPort, Port> ends) {
    this.fabric = fabric;
    hands = new SimulatedRank[fabric.size()];
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
   * Runs a program on every rank, given its number, until all have ended. Virtual time continues
   * from the end of the previous run.
   *
   * @throws StarlingException if all remaining ranks wait for events that never occur; the message
   *     lists their waits
   * @throws RuntimeException the exception of the first program that failed; the others are
   *     stopped, and this object can't be used again
   */
  public void run(IntConsumer program) {
    // A switch between virtual threads costs far less than to wake this thread.
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread scheduler =
        Thread.ofVirtual()
            .name("virtual time")
            .start(
                () -> {
                  try {
                    runAll(program);
                  } catch (RuntimeException | Error e) {
                    failure.set(e);
                  }
                });
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

  private void runAll(IntConsumer program) {
    atWork = hands.length;
    for (SimulatedRank hand : hands) {
      hand.begin(program);
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
