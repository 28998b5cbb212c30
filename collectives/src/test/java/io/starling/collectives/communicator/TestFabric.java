package io.starling.collectives.communicator;

import io.starling.runtime.bootstrap.api.AddressBook;
import io.starling.runtime.progress.ForwardingPort;
import io.starling.runtime.progress.Port;
import io.starling.runtime.transport.local.Delivery;
import io.starling.runtime.transport.local.LocalFabric;
import io.starling.runtime.transport.routing.RoutedAddresses;
import io.starling.runtime.transport.routing.RoutingPort;
import io.starling.runtime.transport.shared.SharedPort;
import io.starling.runtime.transport.shared.SharedSettings;
import io.starling.runtime.transport.ucx.UcxPort;
import io.starling.runtime.transport.ucx.UcxSetup;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;

/** The transports on which contracts are tested. */
enum TestFabric {
  LOCAL {
    @Override
    IntFunction<Port> ports(int size, long seed) {
      return new LocalFabric(size)::port;
    }
  },
  /** Messages come in random order, and some only later. */
  ADVERSARIAL {
    @Override
    IntFunction<Port> ports(int size, long seed) {
      return new LocalFabric(size, rank -> Delivery.adversarial(seed + rank))::port;
    }
  },
  /** The same, and every send is complete only when its receive is: nothing is buffered. */
  SYNCHRONOUS {
    @Override
    IntFunction<Port> ports(int size, long seed) {
      return new LocalFabric(
              size, LocalFabric.NEVER_EAGER, rank -> Delivery.adversarial(seed + rank))
          ::port;
    }
  },
  SHARED {
    @Override
    IntFunction<Port> ports(int size, long seed) {
      return shared(size, true);
    }
  },
  /** Nobody may read the private memory of another rank. */
  SHARED_STAGED {
    @Override
    IntFunction<Port> ports(int size, long seed) {
      return shared(size, false);
    }
  },
  UCX {
    @Override
    IntFunction<Port> ports(int size, long seed) {
      return ucx(size, UcxSetup.Kind.JUCX);
    }
  },
  UCX_FOREIGN {
    @Override
    IntFunction<Port> ports(int size, long seed) {
      return ucx(size, UcxSetup.Kind.FOREIGN);
    }
  },
  /** Up to three hosts, with shared memory in each and UCX between them. */
  MIXED {
    @Override
    IntFunction<Port> ports(int size, long seed) {
      Addresses addresses = new Addresses();
      SharedSettings settings = SHARED_SETTINGS.withDescriptor();
      return rank -> {
        var routed = new RoutedAddresses(addresses, "host " + rank * HOSTS / size);
        Port near = new SharedPort(rank, size, routed.near(), settings);
        Port far = new UcxPort(rank, size, routed.far(), UcxSetup.Kind.FOREIGN, true, "", false);
        return new RoutingPort(near, far, routed);
      };
    }
  },
  /** The same routes between fabrics that deliver in random order. */
  ROUTED {
    @Override
    IntFunction<Port> ports(int size, long seed) {
      IntFunction<Port> near = ADVERSARIAL.ports(size, seed);
      IntFunction<Port> far = ADVERSARIAL.ports(size, seed + size);
      return rank ->
          new RoutingPort(
              near.apply(rank),
              far.apply(rank),
              peer -> peer * HOSTS / size == rank * HOSTS / size);
    }
  };

  private static final int HOSTS = 3;
  private static final SharedSettings SHARED_SETTINGS = new SharedSettings(1L << 30, true, true);

  /** Makes the ports of so many ranks, each on the thread that will use it. */
  abstract IntFunction<Port> ports(int size, long seed);

  /** The same ports, which say that all ranks are on one host. */
  static IntFunction<Port> near(IntFunction<Port> ports) {
    return rank ->
        new ForwardingPort(ports.apply(rank)) {
          @Override
          public boolean isNear(int peer) {
            return peer != rank;
          }
        };
  }

  private static IntFunction<Port> shared(int size, boolean reachesPrivateMemory) {
    Addresses addresses = new Addresses();
    SharedSettings settings = new SharedSettings(1L << 30, reachesPrivateMemory, true);
    return rank -> new SharedPort(rank, size, addresses, settings);
  }

  private static IntFunction<Port> ucx(int size, UcxSetup.Kind setup) {
    Addresses addresses = new Addresses();
    return rank -> new UcxPort(rank, size, addresses, setup, true, "", true);
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
