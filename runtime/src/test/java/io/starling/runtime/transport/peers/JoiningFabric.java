package io.starling.runtime.transport.peers;

import io.starling.runtime.bootstrap.api.AddressBook;
import io.starling.runtime.progress.Port;
import io.starling.runtime.transport.local.Delivery;
import io.starling.runtime.transport.local.LocalFabric;
import io.starling.runtime.transport.routing.RoutedAddresses;
import io.starling.runtime.transport.routing.RoutingPort;
import io.starling.runtime.transport.shared.SharedPort;
import io.starling.runtime.transport.shared.SharedSettings;
import io.starling.runtime.transport.simulated.HockneyNetwork;
import io.starling.runtime.transport.simulated.Noise;
import io.starling.runtime.transport.simulated.ProcessorFigures;
import io.starling.runtime.transport.simulated.Protocol;
import io.starling.runtime.transport.simulated.SimulatedFabric;
import io.starling.runtime.transport.ucx.UcxPort;
import io.starling.runtime.transport.ucx.UcxSetup;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;

/** The transports whose peers may come and go. */
enum JoiningFabric {
  LOCAL {
    @Override
    Maker ports(int size, int capacity, long seed) {
      return local(
          new LocalFabric(size, capacity, LocalFabric.EAGER_BYTES, _ -> Delivery.inOrder()));
    }
  },
  /** Messages come in random order, some only later. */
  ADVERSARIAL {
    @Override
    Maker ports(int size, int capacity, long seed) {
      return local(
          new LocalFabric(
              size, capacity, LocalFabric.EAGER_BYTES, rank -> Delivery.adversarial(seed + rank)));
    }
  },
  SHARED {
    @Override
    Maker ports(int size, int capacity, long seed) {
      return shared(size, capacity, new SharedSettings(1 << 20, true, true));
    }
  },
  /** No rank may read the private memory of another. */
  SHARED_STAGED {
    @Override
    Maker ports(int size, int capacity, long seed) {
      return shared(size, capacity, new SharedSettings(1 << 20, false, true));
    }
  },
  UCX(Trait.UCX, Trait.TAKES_WORK, Trait.LEAVES_SENDS_OPEN) {
    @Override
    Maker ports(int size, int capacity, long seed) {
      return ucx(size, capacity, UcxSetup.Kind.JUCX);
    }
  },
  UCX_FOREIGN(Trait.UCX, Trait.TAKES_WORK, Trait.LEAVES_SENDS_OPEN) {
    @Override
    Maker ports(int size, int capacity, long seed) {
      return ucx(size, capacity, UcxSetup.Kind.FOREIGN);
    }
  },
  /** Ranks 0 and 2 are on one host, 1 and 3 on another. */
  MIXED(Trait.UCX, Trait.TAKES_WORK) {
    @Override
    Maker ports(int size, int capacity, long seed) {
      return mixed(size, capacity, rank -> rank % 2);
    }
  },
  /** Two ranks on each host. */
  MIXED_FAR(Trait.UCX, Trait.TAKES_WORK, Trait.LEAVES_SENDS_OPEN) {
    @Override
    Maker ports(int size, int capacity, long seed) {
      return mixed(size, capacity, rank -> rank / 2);
    }
  },
  VIRTUAL(Trait.TAKES_WORK) {
    @Override
    Maker ports(int size, int capacity, long seed) {
      return virtual(size, capacity);
    }
  };

  private static final int LONGEST_EAGER = 8192;

  /** What is not so on all transports. */
  enum Trait {
    /** Ports take some time to make. */
    UCX,
    /** A message is at its target only after some work of both, not as soon as it is sent. */
    TAKES_WORK,
    /** The failure of a rank that joins first does not end sends to it; see Port.peerFailed. */
    LEAVES_SENDS_OPEN
  }

  private final List<Trait> traits;

  JoiningFabric(Trait... traits) {
    this.traits = List.of(traits);
  }

  boolean has(Trait trait) {
    return traits.contains(trait);
  }

  /** Makes the ports, and tells what each has published. */
  interface Maker {
    Port port(int rank);

    byte[] address(int rank);

    /** Lets time pass where it does not pass by itself. */
    default void advance() {}
  }

  abstract Maker ports(int size, int capacity, long seed);

  private static Maker local(LocalFabric fabric) {
    return new Maker() {
      @Override
      public Port port(int rank) {
        return fabric.port(rank);
      }

      @Override
      public byte[] address(int rank) {
        return new byte[0];
      }
    };
  }

  private static Maker virtual(int size, int capacity) {
    Protocol protocol = new Protocol(LONGEST_EAGER, Protocol.Mover.READ);
    var network = new HockneyNetwork(capacity, 1000, 1, protocol, ProcessorFigures.FREE);
    SimulatedFabric fabric = new SimulatedFabric(network, size, Noise.NONE, true);
    return new Maker() {
      @Override
      public Port port(int rank) {
        return fabric.port(rank);
      }

      @Override
      public byte[] address(int rank) {
        return new byte[0];
      }

      @Override
      public void advance() {
        fabric.step(this::work);
      }

      private void work(int rank) {
        while (fabric.port(rank).hasMail()) {
          fabric.port(rank).progress();
        }
      }
    };
  }

  private static Maker shared(int size, int capacity, SharedSettings settings) {
    Book book = new Book();
    return published(
        book, rank -> new SharedPort(rank, Math.max(size, rank + 1), capacity, book, settings));
  }

  private static Maker ucx(int size, int capacity, UcxSetup.Kind setup) {
    Book book = new Book();
    return published(
        book,
        rank -> new UcxPort(rank, Math.max(size, rank + 1), capacity, book, setup, true, "", true));
  }

  private static Maker mixed(int size, int capacity, IntUnaryOperator host) {
    Book book = new Book();
    SharedSettings settings = new SharedSettings(1 << 20, true, true).withDescriptor();
    return published(
        book,
        rank -> {
          int known = Math.max(size, rank + 1);
          var routed = new RoutedAddresses(book, "host " + host.applyAsInt(rank));
          Port near = new SharedPort(rank, known, capacity, routed.near(), settings);
          UcxSetup.Kind setup = UcxSetup.Kind.FOREIGN;
          Port far = new UcxPort(rank, known, capacity, routed.far(), setup, true, "", false);
          return new RoutingPort(near, far, routed);
        });
  }

  private static Maker published(Book book, IntFunction<Port> ports) {
    return new Maker() {
      @Override
      public Port port(int rank) {
        return ports.apply(rank);
      }

      @Override
      public byte[] address(int rank) {
        return book.lookUp(rank);
      }
    };
  }

  static final class Book implements AddressBook {
    private final Map<Integer, byte[]> addresses = new HashMap<>();

    @Override
    public void publish(int rank, byte[] address) {
      addresses.put(rank, address);
    }

    @Override
    public byte[] lookUp(int rank) {
      return addresses.get(rank);
    }
  }
}
