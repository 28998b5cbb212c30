package io.starling.topology.layout;

import io.starling.topology.CpuSet;
import io.starling.topology.HardwareObject;
import io.starling.topology.Machine;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Whether ranks must share cores, whatever the operating system does within their bindings. */
public final class SharedCores {

  private SharedCores() {}

  /**
   * Whether there is no core for each of them: some set of ranks is confined to fewer cores than
   * these are (Hall's condition, looked at for every set of cores to which a rank is bound, and for
   * all of them together).
   *
   * @param cpus the PUs that each rank may use
   */
  public static boolean among(Machine machine, List<CpuSet> cpus) {
    List<HardwareObject> cores = machine.cores().isEmpty() ? machine.pus() : machine.cores();
    List<BitSet> reach = cpus.stream().map(own -> coresOf(machine, cores, own)).toList();
    Set<BitSet> confines = new HashSet<>(reach);
    BitSet all = new BitSet();
    reach.forEach(all::or);
    confines.add(all);
    return confines.stream().anyMatch(confine -> holds(confine, reach) > confine.cardinality());
  }

  /** A PU that the machine doesn't know, as a container may see less than another, is a core. */
  private static BitSet coresOf(Machine machine, List<HardwareObject> cores, CpuSet cpus) {
    BitSet reached = new BitSet();
    for (int core = 0; core < cores.size(); core++) {
      if (cores.get(core).cpus().intersects(cpus)) {
        reached.set(core);
      }
    }
    cpus.stream()
        .filter(cpu -> !machine.cpus().contains(cpu))
        .forEach(cpu -> reached.set(cores.size() + cpu));
    return reached;
  }

  /** How many ranks can't get out. */
  private static long holds(BitSet confine, List<BitSet> reach) {
    return reach.stream()
        .filter(
            own -> {
              BitSet outside = (BitSet) own.clone();
              outside.andNot(confine);
              return outside.isEmpty();
            })
        .count();
  }
}
