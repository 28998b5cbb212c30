package io.starling.collectives;

import io.starling.collectives.algorithm.Selection;
import io.starling.runtime.progress.BackoffIdleStrategy;
import io.starling.runtime.progress.Engine;
import io.starling.runtime.transport.local.Delivery;
import io.starling.runtime.transport.local.LocalFabric;
import io.starling.runtime.transport.ucx.AddressBook;
import io.starling.runtime.transport.ucx.UcxPort;
import io.starling.runtime.transport.ucx.UcxSetup;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.function.Consumer;

/** The transports on which contracts are tested; ranks are threads. */
enum TestFabric {
  LOCAL {
    @Override
    void run(int size, long seed, Consumer<Communicator> program) {
      Starling.local(size, program);
    }
  },
  ADVERSARIAL {
    @Override
    void run(int size, long seed, Consumer<Communicator> program) {
      Starling.local(new LocalFabric(size, rank -> Delivery.adversarial(seed + rank)), program);
    }
  },
  UCX {
    @Override
    void run(int size, long seed, Consumer<Communicator> program) {
      ucx(size, UcxSetup.Kind.JUCX, program);
    }
  },
  UCX_FOREIGN {
    @Override
    void run(int size, long seed, Consumer<Communicator> program) {
      ucx(size, UcxSetup.Kind.FOREIGN, program);
    }
  };

  abstract void run(int size, long seed, Consumer<Communicator> program);

  private static void ucx(int size, UcxSetup.Kind setup, Consumer<Communicator> program) {
    Addresses addresses = new Addresses();
    CyclicBarrier allClosed = new CyclicBarrier(size);
    LocalRanks.run(
        size,
        rank -> {
          try (UcxPort port = new UcxPort(rank, size, addresses, setup)) {
            Engine engine =
                new Engine(
                    port,
                    BackoffIdleStrategy.forHost(size, Runtime.getRuntime().availableProcessors()));
            try (Communicator world =
                new RankCommunicator(new Member(engine, false, engine::close), Selection.DEFAULT)) {
              program.accept(world);
              world.barrier();
            }
            allClosed.await();
          } catch (InterruptedException | java.util.concurrent.BrokenBarrierException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  /** An address book in memory. */
  private static final class Addresses implements AddressBook {
    private final Map<Integer, CompletableFuture<byte[]>> book = new ConcurrentHashMap<>();

    private CompletableFuture<byte[]> of(int rank) {
      return book.computeIfAbsent(rank, r -> new CompletableFuture<>());
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
