package io.starling.bench.laboratory.cluster;

import io.starling.runtime.transport.simulated.DeviceFigures;
import io.starling.runtime.transport.simulated.LinkFigures;
import io.starling.runtime.transport.simulated.ProcessorFigures;
import io.starling.runtime.transport.simulated.Protocol;
import io.starling.runtime.transport.simulated.SimulatedNetwork;
import io.starling.topology.layout.Layout;
import io.starling.topology.layout.LayoutBuilder;
import io.starling.topology.machine.Cluster;
import io.starling.topology.placement.ClusterAllocation;
import io.starling.topology.placement.PlacementPolicy;
import io.starling.topology.placement.Placer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** A machine that need not exist, on which ranks run in virtual time. Immutable. */
public final class SimulatedCluster {

  /**
   * Ranks that have their places.
   *
   * @param network what is between them
   * @param layouts what each rank knows of where the ranks are; the same object for a node's ranks
   * @param survey the same, as a whole
   */
  public record Job(SimulatedNetwork network, IntFunction<Layout> layouts, LayoutBuilder survey) {}

  private static final String EXTENSION = ".json";
  private static final List<String> NAMES =
      List.of("cori", "stampede2", "psg-gpu", "ethernet-cluster", "cloud-racks");

  private final ClusterDescription description;
  private final int ranksPerNode;

  private SimulatedCluster(ClusterDescription description) {
    this.description = description;
    ranksPerNode = description.ranksPerNode();
  }

  /**
   * One of the machines that come with Starling, or one that a file describes.
   *
   * @param nameOrFile one of {@link #names}, or else a file that is there or ends in {@code .json}
   * @throws IllegalArgumentException if there is no such machine or file, or the file is wrong:
   *     then the message begins with file, line and column
   * @throws UnsupportedOperationException if hwloc is missing
   */
  public static SimulatedCluster named(String nameOrFile) {
    if (NAMES.contains(nameOrFile)) {
      String file = nameOrFile + EXTENSION;
      return read(file, shipped(file));
    }
    if (nameOrFile.endsWith(EXTENSION) || Files.exists(Path.of(nameOrFile))) {
      return read(nameOrFile, written(nameOrFile));
    }
    throw new IllegalArgumentException(
        "--machine must be one of %2$s or a file that ends in %3$s, not '%1$s'"
            .formatted(nameOrFile, String.join(", ", NAMES), EXTENSION));
  }

  /**
   * The machine that a text describes.
   *
   * @param file the text's name, for messages
   * @throws IllegalArgumentException as {@link #named}
   */
  public static SimulatedCluster read(String file, String text) {
    return new SimulatedCluster(ClusterFile.read(file, text));
  }

  private static String shipped(String file) {
    try (InputStream stream = SimulatedCluster.class.getResourceAsStream(file)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String written(String file) {
    try {
      return Files.readString(Path.of(file));
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException("--machine: there is no file " + file, e);
    } catch (IOException e) {
      throw new IllegalArgumentException("--machine: cannot read %s: %s".formatted(file, e), e);
    }
  }

  /** The machines that come with Starling. */
  public static List<String> names() {
    return NAMES;
  }

  /** What it is called. */
  public String name() {
    return description.name();
  }

  /** What it is, for people. */
  public String description() {
    return description.text();
  }

  /** How many ranks it holds at most: one on each core. */
  public int slots() {
    return description.nodes() * ranksPerNode;
  }

  /** How many ranks a node holds: its cores. */
  public int ranksPerNode() {
    return ranksPerNode;
  }

  /** Whether each rank has a GPU. */
  public boolean hasGpus() {
    return description.gpu().isPresent();
  }

  /** How many nodes it has. */
  public int nodes() {
    return description.nodes();
  }

  /**
   * Gives every rank a node of its own.
   *
   * @param nodes the node of each rank; a rank is on its first core
   * @throws IllegalArgumentException if there is no such node
   */
  public SimulatedNetwork network(int... nodes) {
    for (int node : nodes) {
      if (node < 0 || node >= description.nodes()) {
        throw new IllegalArgumentException(
            "%s has the nodes 0 to %d, not %d".formatted(name(), description.nodes() - 1, node));
      }
    }
    int last = IntStream.of(nodes).max().orElse(0);
    return new PlacedNetwork(
        new ClusterNetwork(description, (last + 1) * ranksPerNode),
        IntStream.of(nodes).map(node -> node * ranksPerNode).toArray());
  }

  /**
   * Gives every rank a core, core after core and node after node.
   *
   * @throws IllegalArgumentException if there are no ranks, or more than cores
   */
  public Job place(int ranks) {
    if (ranks < 1 || ranks > slots()) {
      throw new IllegalArgumentException(
          "%s holds 1 to %d ranks (%d nodes of %d cores), not %d"
              .formatted(name(), slots(), description.nodes(), ranksPerNode, ranks));
    }
    int nodes = (ranks - 1) / ranksPerNode + 1;
    Cluster cluster = new Cluster(Collections.nCopies(nodes, description.node()));
    LayoutBuilder survey =
        new LayoutBuilder(
            Placer.place(ClusterAllocation.whole(cluster), ranks, PlacementPolicy.NONE));
    List<Layout> layouts =
        IntStream.range(0, nodes)
            .mapToObj(node -> new Layout(survey.table(), survey.report(node, "", "node " + node)))
            .toList();
    return new Job(
        new ClusterNetwork(description, ranks), rank -> layouts.get(rank / ranksPerNode), survey);
  }

  /**
   * The same hardware with ranks on some of its cores, in any order.
   *
   * @param whole a rank on each core
   * @param cores the core of each rank
   */
  private record PlacedNetwork(SimulatedNetwork whole, int... cores) implements SimulatedNetwork {

    @Override
    public int ranks() {
      return cores.length;
    }

    @Override
    public int links() {
      return whole.links();
    }

    @Override
    public LinkFigures link(int link) {
      return whole.link(link);
    }

    @Override
    public int path(int from, int to, int[] path) {
      return whole.path(cores[from], cores[to], path);
    }

    @Override
    public int memoryPath(int near, int to, int[] path) {
      return whole.memoryPath(cores[near], cores[to], path);
    }

    @Override
    public Protocol protocol(int from, int to) {
      return whole.protocol(cores[from], cores[to]);
    }

    @Override
    public ProcessorFigures processor(int rank) {
      return whole.processor(cores[rank]);
    }

    @Override
    public Optional<DeviceFigures> device(int rank) {
      return whole.device(cores[rank]);
    }

    @Override
    public int devicePath(int rank, DeviceWay way, int[] path) {
      return whole.devicePath(cores[rank], way, path);
    }

    @Override
    public boolean isNear(int from, int to) {
      return whole.isNear(cores[from], cores[to]);
    }

    @Override
    public int peerPath(int from, int to, int[] path) {
      return whole.peerPath(cores[from], cores[to], path);
    }
  }
}
