package io.starling.bench.laboratory.cluster;

import io.starling.bench.laboratory.cluster.JsonFields.Kind;
import io.starling.runtime.json.JsonException;
import io.starling.runtime.json.JsonParser;
import io.starling.runtime.transport.simulated.DeviceFigures;
import io.starling.runtime.transport.simulated.LinkFigures;
import io.starling.runtime.transport.simulated.ProcessorFigures;
import io.starling.runtime.transport.simulated.Protocol;
import io.starling.runtime.transport.simulated.Protocol.Mover;
import io.starling.runtime.transport.simulated.SimulatedNetwork;
import io.starling.topology.machine.Machine;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads the file of a machine. */
final class ClusterFile {

  private static final int MOST_NODES = 1 << 17;

  /**
   * With the five levels of a node, a path has {@link SimulatedNetwork#LONGEST_PATH} links at most.
   */
  private static final int MOST_TIERS = 3;

  private static final String SOURCE = "source";
  private static final String ALONE = "none";
  private static final List<String> PEERS = List.of(ALONE, "package", "node");
  private static final List<String> LINKS = List.of("out", "in", "within");

  private static final Kind MACHINE =
      new Kind(
          "a machine",
          List.of("name", "description", "nodes", "node", "links", "protocols", "processor"),
          List.of("tiers", "gpu"));
  private static final Kind LEVELS = new Kind("links", List.of(), NodeLevels.NAMES);
  private static final Kind CORE = new Kind("a core", List.of(SOURCE), List.of("out", "in"));
  private static final Kind LEVEL = new Kind("a level", List.of(SOURCE), LINKS);
  private static final Kind TIER = new Kind("a tier", List.of("name", "nodes", SOURCE), LINKS);
  private static final Kind LINK =
      new Kind("a link", List.of("latency", "bandwidth", "gap"), List.of());
  private static final Kind PROTOCOLS =
      new Kind("protocols", List.of("inside", "between"), List.of());
  private static final Kind PROTOCOL =
      new Kind("a protocol", List.of("eager", "mover", SOURCE), List.of("start"));
  private static final Kind PROCESSOR =
      new Kind("a processor", List.of("post", "handle", "copy", "fold", SOURCE), List.of());
  private static final Kind GPU =
      new Kind("a GPU", List.of("in", "out", "memory", "post", "handle", SOURCE), List.of("peers"));

  private ClusterFile() {}

  /**
   * Reads a text.
   *
   * @param file its name, for messages
   * @throws IllegalArgumentException if it is wrong; the message begins with file, line and column
   */
  static ClusterDescription read(String file, String text) {
    try {
      return machine(JsonFields.of(file, JsonParser.parse(text), MACHINE));
    } catch (JsonException e) {
      throw JsonFields.wrong(file, e.at(), "this is not JSON: " + e.getMessage());
    }
  }

  private static ClusterDescription machine(JsonFields machine) {
    int nodes = machine.count("nodes", 1, MOST_NODES);
    Machine node = machine.parsed("node", "package:2 core:16 pu:2", Machine::synthetic);
    List<Enclosure> enclosures = new ArrayList<>(levels(machine.object("links", LEVELS), node));
    enclosures.addAll(tiers(machine.list("tiers", TIER, MOST_TIERS), nodes, node));
    JsonFields protocols = machine.object("protocols", PROTOCOLS);
    return new ClusterDescription(
        machine.parsed("name", "mine", ClusterFile::name),
        machine.text("description"),
        nodes,
        node,
        List.copyOf(enclosures),
        protocol(protocols.object("inside", PROTOCOL), Mover.values()),
        protocol(protocols.object("between", PROTOCOL), Mover.READ, Mover.WRITE),
        processor(machine.object("processor", PROCESSOR)),
        machine.has("gpu") ? Optional.of(gpu(machine.object("gpu", GPU), node)) : Optional.empty());
  }

  /** It becomes a part of file names. */
  private static String name(String text) {
    if (!text.matches("[A-Za-z0-9._-]+")) {
      throw new IllegalArgumentException(
          "a name must consist of letters, digits, '.', '_' and '-', not '%s'".formatted(text));
    }
    return text;
  }

  private static List<Enclosure> levels(JsonFields links, Machine node) {
    List<Enclosure> found = new ArrayList<>();
    NodeLevels levels = new NodeLevels(node);
    for (String name : NodeLevels.NAMES) {
      if (links.has(name)) {
        JsonFields level = links.object(name, name.equals("core") ? CORE : LEVEL);
        int[] things = levels.ofCores(name);
        if (things == null) {
          throw level.wrong("the node has no " + name + "; it has " + levels.known());
        }
        if (!found.isEmpty() && !NodeLevels.nest(found.getLast().cores(), things)) {
          throw level.wrong(
              "a %s of the node is in more than one %s, so that links cannot be distinguished"
                  .formatted(found.getLast().name(), name));
        }
        found.add(enclosure(name, things, 1, level));
      }
    }
    return found;
  }

  private static List<Enclosure> tiers(List<JsonFields> tiers, int nodes, Machine node) {
    List<Enclosure> found = new ArrayList<>();
    int[] whole = new int[node.slots(node.cpus())];
    int inner = 1;
    for (JsonFields tier : tiers) {
      int size = tier.count("nodes", 2, Math.max(2, nodes));
      if (size % inner != 0 || size == inner) {
        throw tier.wrong(
            "nodes",
            "list tiers from the inside out; each holds several of the one before: '%d' is not a multiple of %d"
                .formatted(size, inner));
      }
      found.add(enclosure(tier.text("name"), whole, size, tier));
      inner = size;
    }
    return found;
  }

  private static Enclosure enclosure(String name, int[] cores, int nodes, JsonFields fields) {
    fields.text(SOURCE);
    if (LINKS.stream().noneMatch(fields::has)) {
      throw fields.wrong("no link; it has one of " + String.join(", ", LINKS) + ", or is left out");
    }
    return new Enclosure(
        name,
        cores,
        nodes,
        link(fields, "out", name),
        link(fields, "in", name),
        link(fields, "within", name));
  }

  private static Optional<LinkFigures> link(JsonFields fields, String key, String owner) {
    return fields.has(key) ? Optional.of(requiredLink(fields, key, owner)) : Optional.empty();
  }

  private static LinkFigures requiredLink(JsonFields fields, String key, String owner) {
    JsonFields link = fields.object(key, LINK);
    return new LinkFigures(
        owner + " " + key,
        link.parsed("latency", "1.3us", Quantity::time),
        link.parsed("gap", "20ns", Quantity::time),
        link.parsed("bandwidth", "10GB/s", Quantity::bandwidth));
  }

  private static Protocol protocol(JsonFields protocol, Mover... movers) {
    protocol.text(SOURCE);
    return new Protocol(
        protocol.parsed("eager", "8K", Quantity::eagerBytes),
        protocol.parsed("mover", label(movers[0]), word -> mover(word, List.of(movers))),
        protocol.has("start") ? protocol.parsed("start", "1us", Quantity::time) : 0);
  }

  private static Mover mover(String word, List<Mover> movers) {
    return movers.stream()
        .filter(mover -> label(mover).equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "'%s' moves nothing here; it is one of %s"
                        .formatted(
                            word,
                            String.join(", ", movers.stream().map(ClusterFile::label).toList()))));
  }

  private static String label(Mover mover) {
    return mover.name().toLowerCase(Locale.ROOT);
  }

  private static ProcessorFigures processor(JsonFields processor) {
    processor.text(SOURCE);
    return new ProcessorFigures(
        processor.parsed("post", "100ns", Quantity::time),
        processor.parsed("handle", "100ns", Quantity::time),
        processor.parsed("copy", "10GB/s", Quantity::bandwidth),
        processor.parsed("fold", "6GB/s", Quantity::bandwidth));
  }

  private static SimulatedGpu gpu(JsonFields gpu, Machine node) {
    gpu.text(SOURCE);
    return new SimulatedGpu(
        requiredLink(gpu, "in", "gpu"),
        requiredLink(gpu, "out", "gpu"),
        requiredLink(gpu, "memory", "gpu"),
        reach(gpu, new NodeLevels(node)),
        new DeviceFigures(
            gpu.parsed("post", "5us", Quantity::time),
            gpu.parsed("handle", "1us", Quantity::time)));
  }

  /** Of each core, in which group its GPU is; alone if nothing is said. */
  private static int[] reach(JsonFields gpu, NodeLevels levels) {
    String peers = gpu.has("peers") ? gpu.parsed("peers", "package", ClusterFile::peers) : ALONE;
    int[] groups = levels.ofCores(peers.equals(ALONE) ? "core" : peers);
    if (groups == null) {
      throw gpu.wrong("peers", "the node has no " + peers + "; it has " + levels.known());
    }
    return groups;
  }

  private static String peers(String word) {
    if (!PEERS.contains(word)) {
      throw new IllegalArgumentException(
          "a reach must be one of %2$s, not '%1$s'".formatted(word, String.join(", ", PEERS)));
    }
    return word;
  }
}
