package io.starling.collectives.communicator;

import io.starling.collectives.Communicator;
import io.starling.collectives.selection.Selection;
import io.starling.runtime.progress.Engine;
import io.starling.runtime.progress.Port;
import io.starling.runtime.progress.assembly.Engines;
import io.starling.runtime.progress.thread.BackoffIdleStrategy;
import io.starling.runtime.progress.thread.Threading;
import io.starling.runtime.transport.simulated.SimulatedFabric;
import io.starling.runtime.transport.simulated.SimulatedRanks;
import io.starling.topology.layout.Layout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;

/**
 * Ranks that are threads, and go on living from one program to the next: to open a UCX context for
 * each test costs more than the test. When a rank fails or the time is over, all are interrupted,
 * and the failure says what each of them was waiting for.
 */
final class RankTeam implements AutoCloseable {

  /** What one rank has. */
  record Rank(Communicator world, Engine engine, Port port) {}

  private record Outcome(int rank, Throwable failure) {}

  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final Duration GRACE = Duration.ofSeconds(10);

  private final String name;
  private final Threading threading;
  private final List<Member> members = new ArrayList<>();
  private final BlockingQueue<Outcome> outcomes = new LinkedBlockingQueue<>();
  private final List<Rank> virtual = new ArrayList<>();
  private final SimulatedRanks crew;
  private boolean broken;

  private RankTeam(
      TestFabric fabric,
      int size,
      long seed,
      boolean check,
      Threading threading,
      IntFunction<Layout> layouts,
      UnaryOperator<IntFunction<Port>> wrapping) {
    name = "%d ranks on %s (seed %d, %s)".formatted(size, fabric, seed, threading);
    this.threading = threading;
    crew = null;
    IntFunction<Port> ports = wrapping.apply(fabric.ports(size, seed));
    for (int rank = 0; rank < size; rank++) {
      members.add(new Member(rank, ports, check, layouts));
    }
    members.forEach(member -> member.thread.start());
  }

  private RankTeam(
      TestFabric fabric,
      int size,
      long seed,
      boolean check,
      Threading threading,
      IntFunction<Layout> layouts) {
    this(fabric, size, seed, check, threading, layouts, UnaryOperator.identity());
  }

  private RankTeam(SimulatedFabric fabric, String name) {
    this.name = name;
    threading = Threading.UNGUARDED;
    crew = new SimulatedRanks(fabric);
    for (int rank = 0; rank < fabric.size(); rank++) {
      virtual.add(rank(crew.engine(rank), fabric.port(rank), false, Layout.flat(fabric.size())));
    }
  }

  /** Ranks in virtual time. Nothing in their programs may wait for anything but messages. */
  static RankTeam simulated(SimulatedFabric fabric, String name) {
    return new RankTeam(fabric, name);
  }

  private static Rank rank(Engine engine, Port port, boolean check, Layout layout) {
    var membership =
        io.starling.collectives.call.Member.ofWorld(engine, layout, check, engine::close);
    return new Rank(new RankCommunicator(membership, Selection.DEFAULT), engine, port);
  }

  /** In a thread of its own: time that never ends can't be interrupted, only left behind. */
  private void runVirtual(Consumer<Rank> program) {
    var run = new FutureTask<Void>(() -> crew.run(rank -> program.accept(virtual.get(rank))), null);
    Thread.ofPlatform().daemon().name("virtual time").start(run);
    try {
      run.get(TIMEOUT.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      broken = true;
      throw new AssertionError(name + ": " + e.getCause().getMessage(), e.getCause());
    } catch (TimeoutException e) {
      broken = true;
      throw new AssertionError(name + ": not done after " + TIMEOUT, e);
    } catch (InterruptedException e) {
      broken = true;
      Thread.currentThread().interrupt();
      throw new AssertionError(name + ": the test was interrupted", e);
    }
  }

  static RankTeam open(TestFabric fabric, int size) {
    return open(fabric, size, 1);
  }

  static RankTeam open(TestFabric fabric, int size, long seed) {
    return new RankTeam(fabric, size, seed, false, Threading.FUNNELED, rank -> Layout.flat(size));
  }

  /** Ranks with several threads each. */
  static RankTeam threaded(TestFabric fabric, int size, long seed, Threading threading) {
    return new RankTeam(fabric, size, seed, false, threading, rank -> Layout.flat(size));
  }

  /** Ranks that are told to be on one host. */
  static RankTeam neighbours(TestFabric fabric, int size, long seed) {
    return new RankTeam(
        fabric, size, seed, false, Threading.FUNNELED, rank -> Layout.flat(size), TestFabric::near);
  }

  /** Ranks with ports that are no plain ones of the fabric. */
  static RankTeam wrapped(TestFabric fabric, int size, UnaryOperator<Port> wrapping) {
    return placed(fabric, size, rank -> Layout.flat(size), wrapping);
  }

  /** Ranks that believe to be somewhere; {@code layouts} gives what each of them knows. */
  static RankTeam placed(TestFabric fabric, int size, IntFunction<Layout> layouts) {
    return placed(fabric, size, layouts, UnaryOperator.identity());
  }

  /** The same with a seed for the order of messages. */
  static RankTeam placed(TestFabric fabric, int size, long seed, IntFunction<Layout> layouts) {
    return new RankTeam(fabric, size, seed, false, Threading.FUNNELED, layouts);
  }

  /** The same with ports that are no plain ones of the fabric. */
  static RankTeam placed(
      TestFabric fabric, int size, IntFunction<Layout> layouts, UnaryOperator<Port> wrapping) {
    return new RankTeam(
        fabric,
        size,
        1,
        false,
        Threading.FUNNELED,
        layouts,
        ports -> rank -> wrapping.apply(ports.apply(rank)));
  }

  /** Ranks that check every collective for agreement. */
  static RankTeam checking(TestFabric fabric, int size) {
    return new RankTeam(fabric, size, 1, true, Threading.FUNNELED, rank -> Layout.flat(size));
  }

  /** Opens a team, runs one program and closes the team. */
  static void run(TestFabric fabric, int size, Consumer<Communicator> program) {
    try (RankTeam team = open(fabric, size)) {
      team.run(program);
    }
  }

  /** Runs a program on every rank; throws what went wrong on any of them. */
  void run(Consumer<Communicator> program) {
    runRanks(rank -> program.accept(rank.world));
  }

  void runRanks(Consumer<Rank> program) {
    if (crew != null) {
      runVirtual(program);
      return;
    }
    members.forEach(member -> member.programs.add(program));
    var failures = new TreeMap<Integer, Throwable>();
    var silent = new ArrayList<>(members);
    Throwable first = null;
    long deadline = System.nanoTime() + TIMEOUT.toNanos();
    for (int missing = members.size(); missing > 0; missing--) {
      Outcome outcome = next(deadline);
      if (outcome == null && !broken) {
        first = new AssertionError("not done after " + TIMEOUT);
        deadline = interruptAll();
        outcome = next(deadline);
      }
      if (outcome == null) {
        silent.forEach(member -> failures.put(member.rank, member.whereabouts()));
        break;
      }
      silent.remove(members.get(outcome.rank));
      if (outcome.failure != null) {
        failures.put(outcome.rank, outcome.failure);
        if (!broken) {
          first = outcome.failure;
          deadline = interruptAll();
        }
      }
    }
    if (first != null) {
      throw new AssertionError(describe(failures), first);
    }
  }

  private Outcome next(long deadline) {
    try {
      return outcomes.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      interruptAll();
      throw new AssertionError(name + ": the test was interrupted", e);
    }
  }

  private long interruptAll() {
    broken = true;
    members.forEach(member -> member.thread.interrupt());
    return System.nanoTime() + GRACE.toNanos();
  }

  private String describe(Map<Integer, Throwable> failures) {
    StringBuilder text = new StringBuilder(name);
    failures.forEach(
        (rank, failure) -> {
          text.append("\n  rank ").append(rank).append(": ").append(failure);
          if (failure.getCause() != null) {
            text.append("; ").append(failure.getCause());
          }
        });
    return text.toString();
  }

  boolean isBroken() {
    return broken;
  }

  /** All ranks leave together, unless one has failed: then nobody can count on the others. */
  @Override
  public void close() {
    if (!broken) {
      runRanks(rank -> rank.world.barrier());
      runRanks(rank -> rank.world.close());
      runRanks(rank -> rank.port.close());
    }
    members.forEach(member -> member.thread.interrupt());
  }

  /** One rank's thread. */
  private final class Member {
    final int rank;
    final Thread thread;
    final BlockingQueue<Consumer<Rank>> programs = new LinkedBlockingQueue<>();

    Member(int rank, IntFunction<Port> ports, boolean check, IntFunction<Layout> layouts) {
      this.rank = rank;
      thread =
          Thread.ofPlatform()
              .daemon()
              .name("rank-" + rank)
              .unstarted(() -> work(ports, check, layouts));
    }

    private void work(IntFunction<Port> ports, boolean check, IntFunction<Layout> layouts) {
      try {
        Port port = ports.apply(rank);
        Engine engine =
            Engines.of(
                port,
                BackoffIdleStrategy.forHost(
                    port.size(), Runtime.getRuntime().availableProcessors()),
                threading);
        Rank self = rank(engine, port, check, layouts.apply(rank));
        while (true) {
          Consumer<Rank> program = programs.take();
          outcomes.add(new Outcome(rank, attempt(program, self)));
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (RuntimeException | Error e) {
        outcomes.add(new Outcome(rank, e));
      }
    }

    private Throwable attempt(Consumer<Rank> program, Rank self) {
      try {
        program.accept(self);
        return null;
      } catch (Throwable e) {
        return e;
      }
    }

    AssertionError whereabouts() {
      AssertionError stuck =
          new AssertionError("does not react to an interrupt: " + thread.getName());
      stuck.setStackTrace(thread.getStackTrace());
      return stuck;
    }
  }
}
