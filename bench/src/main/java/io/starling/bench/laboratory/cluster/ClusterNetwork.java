package io.starling.bench.laboratory.cluster;

import io.starling.runtime.transport.simulated.DeviceFigures;
import io.starling.runtime.transport.simulated.LinkFigures;
import io.starling.runtime.transport.simulated.ProcessorFigures;
import io.starling.runtime.transport.simulated.Protocol;
import io.starling.runtime.transport.simulated.SimulatedNetwork;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The links of a machine on whose nodes, filled one by one, ranks sit.
 *
 * <pre>
 * from one rank to another of the same rack, where cores, packages and nodes have links
 *
 *   out of core   out of package   out of node   |   into node   into package   into core
 *                                       within the rack, if that is a link
 *
 * from the memory of a GPU to the host's, where packages have a link within; copies in go back
 *
 *   out of gpu    within package
 *
 * from the memory of a GPU to another one's, where they reach each other
 *
 *   out of gpu    into gpu
 * </pre>
 */
final class ClusterNetwork implements SimulatedNetwork {

  private static final int NONE = -1;

  /** The links of one kind; {@code first} is the number of the first of them. */
  private record Bank(int first, LinkFigures figures, String thing, String direction) {
    LinkFigures link(int link) {
      return new LinkFigures(
          thing + " " + (link - first) + " " + direction,
          figures.latency(),
          figures.gap(),
          figures.perByte());
    }
  }

  private final ClusterDescription machine;
  private final int ranks;
  private final int ranksPerNode;
  private final List<Bank> banks = new ArrayList<>();
  private int links;

  /** How many kinds of things ranks are in. */
  private final int depth;

  /** In which thing each rank is, from the inside out; those of a rank lie side by side. */
  private final int[] things;

  /** Where the links of things begin, from the inside out. */
  private final int[] out;

  private final int[] in;
  private final int[] within;

  /** Where the links of GPUs begin, one of each rank. */
  private final int gpuIn;

  private final int gpuOut;
  private final int gpuMemory;

  ClusterNetwork(ClusterDescription machine, int ranks) {
    this.machine = machine;
    this.ranks = ranks;
    ranksPerNode = machine.ranksPerNode();
    depth = machine.enclosures().size();
    things = new int[ranks * depth];
    out = new int[depth];
    in = new int[depth];
    within = new int[depth];
    for (int level = 0; level < depth; level++) {
      Enclosure enclosure = machine.enclosures().get(level);
      int[] ofRanks = enclosure.ofRanks(ranks);
      for (int rank = 0; rank < ranks; rank++) {
        things[rank * depth + level] = ofRanks[rank];
      }
      int count = ofRanks[ranks - 1] + 1;
      out[level] = bank(enclosure.out(), enclosure.name(), "out", count);
      in[level] = bank(enclosure.in(), enclosure.name(), "in", count);
      within[level] = bank(enclosure.within(), enclosure.name(), "within", count);
    }
    gpuIn = bank(machine.gpu().map(SimulatedGpu::in), "gpu", "in", ranks);
    gpuOut = bank(machine.gpu().map(SimulatedGpu::out), "gpu", "out", ranks);
    gpuMemory = bank(machine.gpu().map(SimulatedGpu::memory), "gpu", "memory", ranks);
  }

  private int bank(Optional<LinkFigures> figures, String thing, String direction, int count) {
    if (figures.isEmpty()) {
      return NONE;
    }
    int first = links;
    banks.add(new Bank(first, figures.get(), thing, direction));
    links += count;
    return first;
  }

  @Override
  public int ranks() {
    return ranks;
  }

  @Override
  public int links() {
    return links;
  }

  /** Made anew at each call: a large machine has hundreds of thousands. */
  @Override
  public LinkFigures link(int link) {
    int bank = banks.size() - 1;
    while (banks.get(bank).first() > link) {
      bank--;
    }
    return banks.get(bank).link(link);
  }

  @Override
  public int path(int from, int to, int[] path) {
    return path(from, to, 0, path);
  }

  /** Shared memory belongs to no core, so data only passes that of the rank which copies it. */
  @Override
  public int memoryPath(int near, int to, int[] path) {
    return path(near, to, Math.min(1, depth), path);
  }

  /** A path that begins in the thing of a level that the first rank is in. */
  private int path(int from, int to, int level, int... path) {
    int source = from * depth;
    int target = to * depth;
    int shared = level;
    int count = 0;
    while (shared < depth && things[source + shared] != things[target + shared]) {
      if (out[shared] != NONE) {
        path[count++] = out[shared] + things[source + shared];
      }
      shared++;
    }
    if (shared < depth && within[shared] != NONE) {
      path[count++] = within[shared] + things[source + shared];
    }
    for (int inner = shared - 1; inner >= 0; inner--) {
      if (in[inner] != NONE) {
        path[count++] = in[inner] + things[target + inner];
      }
    }
    return count;
  }

  @Override
  public Protocol protocol(int from, int to) {
    return from / ranksPerNode == to / ranksPerNode ? machine.inside() : machine.between();
  }

  @Override
  public ProcessorFigures processor(int rank) {
    return machine.processor();
  }

  @Override
  public Optional<DeviceFigures> device(int rank) {
    return machine.gpu().map(SimulatedGpu::figures);
  }

  /** Each GPU has links of its own; copies pass the memory of the host that is nearest, too. */
  @Override
  public int devicePath(int rank, DeviceWay way, int[] path) {
    int memory = hostMemory(rank);
    int count = 0;
    if (way == DeviceWay.IN && memory != NONE) {
      path[count++] = memory;
    }
    path[count++] =
        rank
            + switch (way) {
              case IN -> gpuIn;
              case OUT -> gpuOut;
              case WITHIN -> gpuMemory;
            };
    if (way == DeviceWay.OUT && memory != NONE) {
      path[count++] = memory;
    }
    return count;
  }

  @Override
  public boolean isNear(int from, int to) {
    if (machine.gpu().isEmpty() || from / ranksPerNode != to / ranksPerNode) {
      return false;
    }
    int[] reach = machine.gpu().get().reach();
    return reach[from % ranksPerNode] == reach[to % ranksPerNode];
  }

  /** Such copies pass the root of PCIe, but no memory besides that of the GPUs. */
  @Override
  public int peerPath(int from, int to, int[] path) {
    path[0] = gpuOut + from;
    path[1] = gpuIn + to;
    return 2;
  }

  /** The innermost link within something that the rank is in. */
  private int hostMemory(int rank) {
    for (int level = 0; level < depth; level++) {
      if (within[level] != NONE) {
        return within[level] + things[rank * depth + level];
      }
    }
    return NONE;
  }
}
