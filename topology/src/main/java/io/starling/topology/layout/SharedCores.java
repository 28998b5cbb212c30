package io.starling.topology.layout;

import io.starling.topology.machine.CpuSet;
import io.starling.topology.machine.HardwareObject;
import io.starling.topology.machine.Machine;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Decides whether ranks must share cores, however the operating system schedules them within their
 * bindings.
 */
public final class SharedCores {

  private SharedCores() {}

  /**
   * Whether there are too few cores: some set of ranks is confined to fewer cores than it has ranks
   * (Hall's condition, checked for every set of cores to which a rank is bound, and for all cores
   * together).
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

  /**
   * A PU that the machine does not have counts as a core: one container may see less than another.
   */
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

  /** The number of ranks that are confined to these cores. */
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
