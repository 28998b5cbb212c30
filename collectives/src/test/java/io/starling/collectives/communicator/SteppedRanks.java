package io.starling.collectives.communicator;

import io.starling.collectives.Communicator;
import io.starling.collectives.call.Member;
import io.starling.collectives.selection.Selection;
import io.starling.runtime.Request;
import io.starling.runtime.progress.Engine;
import io.starling.runtime.progress.assembly.Engines;
import io.starling.runtime.progress.thread.IdleStrategy;
import io.starling.runtime.transport.local.Delivery;
import io.starling.runtime.transport.local.LocalFabric;
import io.starling.topology.layout.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * Ranks that one thread moves, one step of one rank at a time, in random order over a fabric that
 * delivers in random order. With an odd seed no message is buffered. The same seed gives the same
 * run, step by step.
 */
final class SteppedRanks {

  private static final int PATIENCE = 100_000;

  private final SplittableRandom chance;
  private final List<Engine> engines = new ArrayList<>();
  private final List<Communicator> worlds = new ArrayList<>();
  private int open;
  private Throwable failure;

  SteppedRanks(int size, long seed) {
    this(size, seed, false);
  }

  SteppedRanks(int size, long seed, boolean check) {
    this(size, seed, check, rank -> Layout.flat(size));
  }

  /** Ranks that believe to be somewhere. */
  SteppedRanks(int size, long seed, boolean check, IntFunction<Layout> layouts) {
    chance = new SplittableRandom(seed);
    long eagerBytes = seed % 2 == 0 ? LocalFabric.EAGER_BYTES : LocalFabric.NEVER_EAGER;
    LocalFabric fabric =
        new LocalFabric(size, eagerBytes, rank -> Delivery.adversarial(seed * size + rank));
    for (int rank = 0; rank < size; rank++) {
      Engine engine = Engines.of(fabric.port(rank), new NeverIdle());
      engines.add(engine);
      worlds.add(
          new RankCommunicator(
              Member.ofWorld(engine, layouts.apply(rank), check, engine::close),
              Selection.DEFAULT));
    }
  }

  List<Communicator> worlds() {
    return worlds;
  }

  Engine engine(int rank) {
    return engines.get(rank);
  }

  /**
   * Starts something on every rank, some of it only after others have come far, and moves the ranks
   * until all of it is complete.
   */
  void run(Function<Communicator, List<Request>> starter) {
    List<Integer> late = new ArrayList<>();
    worlds.forEach(world -> late.add(world.rank()));
    int idle = 0;
    while (!late.isEmpty() || open > 0) {
      if (!late.isEmpty() && chance.nextInt(20) == 0) {
        int rank = late.remove(/* index */ chance.nextInt(late.size()));
        starter.apply(worlds.get(rank)).forEach(this::await);
      }
      idle = step() > 0 ? 0 : idle + 1;
      if (idle > PATIENCE) {
        throw new AssertionError(whatAllWaitFor());
      }
      if (failure != null) {
        throw new AssertionError(whatAllWaitFor(), failure);
      }
    }
  }

  private void await(Request request) {
    open++;
    request
        .toCompletionStage()
        .whenComplete(
            (nothing, itsFailure) -> {
              open--;
              failure = itsFailure;
            });
  }

  /** Moves one rank. */
  int step() {
    return engines.get(chance.nextInt(engines.size())).doWork();
  }

  String whatAllWaitFor() {
    StringBuilder text = new StringBuilder("all ranks wait:");
    engines.forEach(engine -> text.append("\n  ").append(engine.waits().pending()));
    return text.toString();
  }

  /** Nobody waits inside a call here. */
  private static final class NeverIdle implements IdleStrategy {
    @Override
    public void reset() {}

    @Override
    public Pause idle() {
      throw new AssertionError("a stepped rank may not block");
    }
  }
}
