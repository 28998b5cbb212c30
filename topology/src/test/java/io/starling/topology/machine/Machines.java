package io.starling.topology.machine;

import java.nio.file.Path;
import java.util.List;

/** Machines that we don't have: files in {@code src/test/resources/machines}, and descriptions. */
public enum Machines {
  /** Two sockets of 8 cores; the second hardware thread of core N is PU N+16. */
  XEON("xeon.xml"),
  /** Two sockets of 4 NUMA nodes of 2 L3 caches of 4 cores, one thread each. */
  EPYC("epyc.xml"),
  /** Two sockets of 2 NUMA nodes with a GPU each; NUMA nodes 1 and 3 have an InfiniBand adapter. */
  GPUS("gpus.xml"),
  /** Two sockets of a core: three GPUs near one, one near neither, and one of another maker. */
  MANY_GPUS("manygpus.xml"),
  /** One core, three GPUs and an adapter with their models, as far as these are known. */
  MODELS("models.xml"),
  /** Packages of 6, 2 and 2 cores; the second has no L3 cache, a core of the third one thread. */
  ASYMMETRIC("asymmetric.xml"),
  /** A laptop: 4 cores with two threads, then 8 with one. */
  HYBRID("hybrid.xml"),
  /** One socket without L3 caches: 4 quadrants, each with a large and a fast NUMA node. */
  HIGH_BANDWIDTH("highbandwidth.xml"),
  /** Two sockets, and a third NUMA node that is equally far from all processors. */
  MEMORY_ONLY("memory.xml"),
  /** Each L3 cache contains two NUMA nodes, and PU numbers alternate between the sockets. */
  SUB_NUMA("subnuma.xml"),
  /** Two sockets, some of whose PUs are offline and others not allowed to this process. */
  OFFLINE("offline.xml"),
  /** Two small sockets. */
  TWO_SOCKETS("package:2 numa:1 core:8 pu:2"),
  /** Cores that share an L2 cache. */
  SHARED_L2("package:2 numa:4 l3:1 l2:2 core:1 pu:2"),
  /** Neighbouring threads with numbers far apart. */
  INTERLEAVED("package:1 core:4 pu:2(indexes=0,4,1,5,2,6,3,7)"),
  /** Dies between packages and NUMA nodes. */
  DIES("package:2 die:2 [numa(memory=4GB)] l3:1 core:3 pu:1"),
  /** Groups of packages. */
  GROUPS("group:2 package:2 [numa] core:4 pu:1"),
  /** Nothing but processors. */
  FLAT("pu:7");

  private static final Path FOLDER = Path.of("src", "test", "resources", "machines");

  private final String fileOrDescription;

  Machines(String fileOrDescription) {
    this.fileOrDescription = fileOrDescription;
  }

  /** What hwloc's tools take after {@code -i}. */
  public String input() {
    return isFile() ? FOLDER.resolve(fileOrDescription).toString() : fileOrDescription;
  }

  /** The machine, read anew. */
  public Machine machine() {
    return isFile()
        ? Machine.xml(FOLDER.resolve(fileOrDescription))
        : Machine.synthetic(fileOrDescription);
  }

  /** The same processors with other devices. */
  public static Machine withDevices(Machine machine, List<HardwareDevice> devices) {
    return new Machine(machine.root(), () -> devices);
  }

  private boolean isFile() {
    return fileOrDescription.endsWith(".xml");
  }
}
