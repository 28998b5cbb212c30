package io.starling.executor;

import io.starling.collectives.Communicator;
import io.starling.collectives.call.Member;
import io.starling.collectives.communicator.RankCommunicator;
import io.starling.collectives.selection.Selection;
import io.starling.runtime.ThreadLevel;
import io.starling.runtime.bootstrap.api.AddressBook;
import io.starling.runtime.progress.Engine;
import io.starling.runtime.progress.Port;
import io.starling.runtime.progress.assembly.Engines;
import io.starling.runtime.progress.failure.FailureMonitor;
import io.starling.runtime.progress.thread.BackoffIdleStrategy;
import io.starling.runtime.progress.thread.Threading;
import io.starling.runtime.transport.local.Delivery;
import io.starling.runtime.transport.local.LocalFabric;
import io.starling.runtime.transport.local.LocalSupervision;
import io.starling.runtime.transport.shared.SharedPort;
import io.starling.runtime.transport.shared.SharedSettings;
import io.starling.runtime.transport.ucx.UcxPort;
import io.starling.runtime.transport.ucx.UcxSetup;
import io.starling.topology.layout.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;

/** Ranks that are threads, on several transports; on a local one they can die. */
final class TestRanks {

  /** The transports. */
  enum Fabric {
    LOCAL,
    /** Messages come in random order, and nothing is buffered. */
    SYNCHRONOUS,
    SHARED,
    UCX
  }

  /** What a rank does. */
  interface Program {
    void run(Communicator world) throws Exception;
  }

  /** Ends the program of a rank that dies. */
  static final class Death extends Error {
    private static final long serialVersionUID = 1L;
  }

  private static final long PATIENCE_MILLISECONDS = 60_000;

  private final int size;
  private final ThreadLevel level;
  private final IntFunction<Port> ports;
  private final LocalFabric mortal;
  private final LocalSupervision supervision = new LocalSupervision();

  private TestRanks(int size, ThreadLevel level, IntFunction<Port> ports, LocalFabric mortal) {
    this.size = size;
    this.level = level;
    this.ports = ports;
    this.mortal = mortal;
  }

  /** Runs a program on ranks that live. */
  static void run(Fabric fabric, int size, ThreadLevel level, Program program) {
    new TestRanks(size, level, ports(fabric, size), null).run(program);
  }

  /** Ranks that may die by {@link #die}. */
  static TestRanks mortal(int size, ThreadLevel level) {
    LocalFabric fabric =
        new LocalFabric(size, LocalFabric.NEVER_EAGER, rank -> Delivery.adversarial(7L + rank));
    return new TestRanks(size, level, fabric::port, fabric);
  }

  private static IntFunction<Port> ports(Fabric fabric, int size) {
    Addresses addresses = new Addresses();
    return switch (fabric) {
      case LOCAL -> new LocalFabric(size)::port;
      case SYNCHRONOUS ->
          new LocalFabric(size, LocalFabric.NEVER_EAGER, rank -> Delivery.adversarial(3L + rank))
              ::port;
      case SHARED ->
          rank -> new SharedPort(rank, size, addresses, new SharedSettings(1L << 30, true, true));
      case UCX -> rank -> new UcxPort(rank, size, addresses, UcxSetup.Kind.FOREIGN, true, "", true);
    };
  }

  /** The calling rank dies, in whatever thread of it. */
  void die(int rank) {
    mortal.silence(rank);
    supervision.fail(rank, "was killed by the test");
    throw new Death();
  }

  /** Runs a program on all ranks, a thread each; throws what failed on any that did not die. */
  void run(Program program) {
    Map<Integer, Throwable> failures = new ConcurrentHashMap<>();
    List<Thread> threads = new ArrayList<>();
    for (int rank = 0; rank < size; rank++) {
      int its = rank;
      threads.add(
          Thread.ofPlatform()
              .daemon()
              .name("rank-" + rank)
              .start(() -> attempt(program, its, failures)));
    }
    long deadline = System.currentTimeMillis() + PATIENCE_MILLISECONDS;
    try {
      for (int rank = 0; rank < size; rank++) {
        Thread thread = threads.get(rank);
        while (thread.isAlive() && failures.isEmpty() && System.currentTimeMillis() < deadline) {
          thread.join(20);
        }
        if (thread.isAlive()) {
          AssertionError stuck = new AssertionError("rank " + rank + ": " + thread.getName());
          stuck.setStackTrace(thread.getStackTrace());
          failures.putIfAbsent(rank, stuck);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    threads.forEach(Thread::interrupt);
    if (!failures.isEmpty()) {
      AssertionError all = new AssertionError("ranks " + failures);
      failures.values().forEach(all::addSuppressed);
      throw all;
    }
  }

  private void attempt(Program program, int rank, Map<Integer, Throwable> failures) {
    try {
      Port port = ports.apply(rank);
      Engine engine =
          Engines.of(
              port,
              BackoffIdleStrategy.forHost(size, Runtime.getRuntime().availableProcessors()),
              new Threading(level, false));
      if (mortal != null) {
        FailureMonitor.of(engine).watch(supervision.of(rank));
      }
      Communicator world =
          new RankCommunicator(
              Member.ofWorld(engine, Layout.flat(size), false, engine::close), Selection.DEFAULT);
      program.run(world);
      if (mortal == null) {
        world.barrier();
        world.close();
        port.close();
      }
    } catch (Death e) {
      // It was to die.
    } catch (Throwable e) {
      failures.put(rank, e);
    }
  }

  /** An address book in memory. */
  private static final class Addresses implements AddressBook {
    private final Map<Integer, CompletableFuture<byte[]>> book = new ConcurrentHashMap<>();

    private CompletableFuture<byte[]> of(int rank) {
      return book.computeIfAbsent(rank, _ -> new CompletableFuture<>());
    }

    @Override
    public void publish(int rank, byte[] address) {
      of(rank).complete(address);
    }

    @Override
    public byte[] lookUp(int rank) {
      return of(rank).join();
    }
  }
}
