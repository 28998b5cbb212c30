package io.starling.collectives.communicator;

import io.starling.collectives.Communicator;
import io.starling.collectives.call.Member;
import io.starling.collectives.selection.Selection;
import io.starling.runtime.bootstrap.api.ForwardingSupervision;
import io.starling.runtime.progress.Engine;
import io.starling.runtime.progress.Port;
import io.starling.runtime.progress.assembly.Engines;
import io.starling.runtime.progress.failure.FailureMonitor;
import io.starling.runtime.progress.thread.BackoffIdleStrategy;
import io.starling.runtime.progress.thread.Threading;
import io.starling.runtime.transport.local.Delivery;
import io.starling.runtime.transport.local.LocalFabric;
import io.starling.runtime.transport.local.LocalSupervision;
import io.starling.runtime.transport.routing.RoutingPort;
import io.starling.topology.layout.Layout;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;

/**
 * Ranks that can be killed. They are moved step by step by one thread, in an order that a seed
 * decides, or run a program on a thread each. Their clock goes 3 ms a look, so that they look for
 * news at every turn.
 */
final class MortalRanks {

  /** Ends the program of a rank that dies. */
  static final class Death extends Error {
    private static final long serialVersionUID = 1L;
  }

  /** At which of its agreements a rank dies. */
  private record Doom(AtomicLong agreementsLeft, boolean afterwards) {}

  /** Seeds with this bit have ranks on two hosts. */
  static final long ROUTED = 1L << 4;

  private static final int HOSTS = 2;
  private static final long CLOCK_STEP_NANOSECONDS = 3_000_000;
  private static final long PATIENCE_MILLISECONDS = 20_000;

  private final SplittableRandom chance;
  private final List<LocalFabric> fabrics = new ArrayList<>();
  private final LocalSupervision supervision = new LocalSupervision();
  private final List<Engine> engines = new ArrayList<>();
  private final List<Communicator> worlds = new ArrayList<>();
  private final BitSet dead = new BitSet();
  private final Map<Integer, Doom> dooms = new ConcurrentHashMap<>();
  private final Map<Integer, AtomicLong> looks = new ConcurrentHashMap<>();

  MortalRanks(int size, long seed) {
    this(size, seed, Threading.UNGUARDED, rank -> Layout.flat(size));
  }

  /**
   * Ranks with an odd seed buffer no message. Those with the bit {@link #ROUTED} have a route
   * within each of two hosts and another one between them.
   */
  MortalRanks(int size, long seed, Threading threading, IntFunction<Layout> layouts) {
    this(size, seed, threading, layouts, port -> port);
  }

  MortalRanks(
      int size,
      long seed,
      Threading threading,
      IntFunction<Layout> layouts,
      UnaryOperator<Port> wrapped) {
    chance = new SplittableRandom(seed);
    fabrics.add(fabric(size, seed));
    if ((seed & ROUTED) != 0) {
      fabrics.add(fabric(size, seed));
    }
    for (int rank = 0; rank < size; rank++) {
      AtomicLong clock = new AtomicLong();
      Engine engine =
          Engines.of(
              wrapped.apply(port(rank, size)),
              BackoffIdleStrategy.forRank(true),
              threading,
              () -> clock.addAndGet(CLOCK_STEP_NANOSECONDS));
      FailureMonitor.of(engine).watch(new Mortal(rank));
      engines.add(engine);
      worlds.add(
          new RankCommunicator(
              Member.ofWorld(engine, layouts.apply(rank), false, engine::close),
              Selection.DEFAULT));
    }
  }

  private static LocalFabric fabric(int size, long seed) {
    long eagerBytes = seed % 2 == 0 ? LocalFabric.EAGER_BYTES : LocalFabric.NEVER_EAGER;
    return new LocalFabric(size, eagerBytes, rank -> Delivery.adversarial(seed * size + rank));
  }

  private Port port(int rank, int size) {
    Port near = fabrics.getFirst().port(rank);
    return fabrics.size() == 1
        ? near
        : new RoutingPort(
            near, fabrics.getLast().port(rank), peer -> peer * HOSTS / size == rank * HOSTS / size);
  }

  int size() {
    return worlds.size();
  }

  Communicator world(int rank) {
    return worlds.get(rank);
  }

  Engine engine(int rank) {
    return engines.get(rank);
  }

  /** Takes a rank's life; it must not be at work now. */
  void kill(int rank) {
    synchronized (dead) {
      dead.set(rank);
    }
    fabrics.forEach(fabric -> fabric.silence(rank));
    supervision.fail(rank, Survival.REASON);
  }

  boolean isDead(int rank) {
    synchronized (dead) {
      return dead.get(rank);
    }
  }

  /** The calling rank's program dies here. */
  void die(int rank) {
    kill(rank);
    throw new Death();
  }

  /** Lets a rank die in its program when it enters an agreement: of {@code agree} or a shrink. */
  void dieInAgreement(int rank, int agreementsBefore, boolean afterItsFlags) {
    dooms.put(rank, new Doom(new AtomicLong(agreementsBefore), afterItsFlags));
  }

  /** Lets a rank die in its program after so many looks for news, in whatever call it is then. */
  void dieAtLook(int rank, int looksBefore) {
    looks.put(rank, new AtomicLong(looksBefore));
  }

  /** Moves one living rank, if it is one. */
  int step() {
    int rank = chance.nextInt(size());
    return isDead(rank) ? 0 : engines.get(rank).doWork();
  }

  /** Runs a program on the living, a thread each; throws what failed on any that did not die. */
  void run(Consumer<Communicator> program) {
    Map<Integer, Throwable> failures = new ConcurrentHashMap<>();
    Map<Integer, Thread> threads = new TreeMap<>();
    for (int rank = 0; rank < size(); rank++) {
      int itsRank = rank;
      if (!isDead(rank)) {
        threads.put(
            rank,
            Thread.ofPlatform()
                .daemon()
                .name("mortal-" + rank)
                .start(() -> attempt(program, itsRank, failures)));
      }
    }
    try {
      long deadline = System.currentTimeMillis() + PATIENCE_MILLISECONDS;
      for (var entry : threads.entrySet()) {
        entry.getValue().join(Math.max(1, deadline - System.currentTimeMillis()));
        if (entry.getValue().isAlive()) {
          AssertionError stuck = new AssertionError("rank " + entry.getKey() + " is stuck");
          stuck.setStackTrace(entry.getValue().getStackTrace());
          failures.put(entry.getKey(), stuck);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    threads.values().forEach(Thread::interrupt);
    if (!failures.isEmpty()) {
      AssertionError all = new AssertionError("ranks " + failures);
      failures.values().forEach(all::addSuppressed);
      throw all;
    }
  }

  private void attempt(Consumer<Communicator> program, int rank, Map<Integer, Throwable> failures) {
    try {
      program.accept(worlds.get(rank));
    } catch (Death e) {
      // It was to die, and nobody may miss it.
    } catch (Throwable e) {
      failures.put(rank, e);
    }
  }

  String whatAllWaitFor() {
    StringBuilder text = new StringBuilder("all ranks wait:");
    engines.forEach(engine -> text.append("\n  ").append(engine.waits().pending()));
    return text.toString();
  }

  /** A rank's supervision, until it dies. */
  private final class Mortal extends ForwardingSupervision {
    private final int rank;

    Mortal(int rank) {
      super(supervision.of(rank));
      this.rank = rank;
    }

    @Override
    public void poll(Listener listener) {
      AtomicLong left = looks.get(rank);
      if (left != null && left.getAndDecrement() == 0) {
        die(rank);
      }
      super.poll(listener);
    }

    @Override
    public void enterAgreement(String name, BitSet members, int flags) {
      Doom doom = dooms.get(rank);
      boolean now = doom != null && doom.agreementsLeft.getAndDecrement() == 0;
      if (now && !doom.afterwards) {
        die(rank);
      }
      super.enterAgreement(name, members, flags);
      if (now) {
        die(rank);
      }
    }
  }
}
