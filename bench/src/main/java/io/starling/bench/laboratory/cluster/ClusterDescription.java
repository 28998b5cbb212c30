package io.starling.bench.laboratory.cluster;

import io.starling.runtime.transport.simulated.ProcessorFigures;
import io.starling.runtime.transport.simulated.Protocol;
import io.starling.topology.machine.Machine;
import java.util.List;
import java.util.Optional;

/**
 * What the file of a machine says.
 *
 * @param name what it is called
 * @param text what it is, for people
 * @param nodes how many nodes it has
 * @param node what each of them is made of
 * @param enclosures from the inside out
 * @param inside how messages travel inside a node
 * @param between how they travel between nodes
 * @param processor what the processor of each rank can do
 * @param gpu what the GPU of each rank can do, if ranks have GPUs
 */
record ClusterDescription(
    String name,
    String text,
    int nodes,
    Machine node,
    List<Enclosure> enclosures,
    Protocol inside,
    Protocol between,
    ProcessorFigures processor,
    Optional<SimulatedGpu> gpu) {

  /** How many ranks a node holds. */
  int ranksPerNode() {
    return node.slots(node.cpus());
  }
}
