package io.starling.runtime.transport.simulated;

import io.starling.runtime.error.StarlingException;
import io.starling.runtime.progress.Engine;
import io.starling.runtime.progress.Port;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The programs of ranks in virtual time: ordinary programs that wait in calls. Each has a thread,
 * and one thread runs at a time, this one or a rank's. While a rank waits, this thread does the
 * rank's work; the rank's own goes on when an operation has ended.
 */
public final class Crew implements SimulatedFabric.Host {

  private static final int MOST_TOLD = 16;

  private final SimulatedFabric fabric;
  private final Hand[] hands;
  private int atWork;

  /** For a fabric that nobody else uses. */
  public Crew(SimulatedFabric fabric) {
    this(fabric, port -> port);
  }

  /** The same, where the engines see ports through something else, such as one that traces. */
  public Crew(SimulatedFabric fabric, Function<SimulatedPort, Port> ends) {
    this.fabric = fabric;
    hands = new Hand[fabric.size()];
    for (int rank = 0; rank < hands.length; rank++) {
      SimulatedPort port = fabric.port(rank);
      hands[rank] = new Hand(port, ends.apply(port));
    }
  }

  /** The engine of a rank. */
  public Engine engine(int rank) {
    return hands[rank].engine();
  }

  /**
   * Runs a program on every rank, given its number, until all are done. Virtual time goes on where
   * the last run ended.
   *
   * @throws StarlingException if all that are left wait for what never comes; it says for what
   * @throws RuntimeException what the first program that failed threw; the others are stopped, and
   *     this can't be used again
   */
  public void run(IntConsumer program) {
    // To change from one virtual thread to another costs far less than to wake this one.
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
    for (Hand hand : hands) {
      hand.begin(program);
    }
    try {
      while (atWork > 0) {
        if (!fabric.step(this)) {
          throw new StarlingException(whatAllWaitFor());
        }
      }
    } finally {
      for (Hand hand : hands) {
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
    List<Hand> waiting = Stream.of(hands).filter(hand -> !hand.isDone()).toList();
    String some =
        waiting.stream()
            .limit(MOST_TOLD)
            .map(hand -> hand.engine().pending())
            .collect(Collectors.joining("\n"));
    return "nothing is under way, and %d ranks wait:\n%s%s"
        .formatted(waiting.size(), some, waiting.size() > MOST_TOLD ? "\n..." : "");
  }
}
