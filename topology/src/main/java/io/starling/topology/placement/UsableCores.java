package io.starling.topology.placement;

import io.starling.topology.Level;
import io.starling.topology.machine.CpuSet;
import io.starling.topology.machine.HardwareObject;
import io.starling.topology.machine.HardwareType;
import io.starling.topology.machine.Machine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The cores of one node that a job may use, and the object of each level that contains each core.
 * Cores are numbered from 0 in logical order; those without an allowed PU are left out. If the
 * machine has no known cores, its PUs count as cores.
 */
final class UsableCores {

  /** The levels of a node, outermost first. */
  private static final List<Level> LEVELS =
      List.of(Level.NODE, Level.PACKAGE, Level.NUMA, Level.L3, Level.CORE);

  /**
   * The division of the cores by a level.
   *
   * @param pieceOf the object that contains each core
   * @param reach the allowed PUs of each object
   * @param cores the cores of each object, never empty
   */
  private record Division(int[] pieceOf, List<CpuSet> reach, List<int[]> cores) {}

  private final Machine machine;
  private final CpuSet allowed;
  private final List<CpuSet> homes;
  private final Map<Level, Division> divisions = new EnumMap<>(Level.class);

  UsableCores(Machine machine, CpuSet allowed) {
    this.machine = machine;
    this.allowed = allowed;
    this.homes =
        all(machine).stream()
            .map(HardwareObject::cpus)
            .filter(allowed::intersects)
            .map(this::allowedOf)
            .toList();
    for (Level level : LEVELS) {
      List<HardwareObject> pieces = pieces(level);
      if (level == Level.CORE) {
        divisions.put(level, alone());
      } else if (!pieces.isEmpty()) {
        divisions.put(level, divide(pieces));
      }
    }
  }

  /** All cores of a machine in logical order, or its PUs if its cores are unknown. */
  static List<HardwareObject> all(Machine machine) {
    return machine.cores().isEmpty() ? machine.pus() : machine.cores();
  }

  private CpuSet allowedOf(CpuSet cpus) {
    return allowed.equals(machine.cpus()) ? cpus : cpus.and(allowed);
  }

  private List<HardwareObject> pieces(Level level) {
    return machine.objects(HardwareType.of(level)).stream()
        .filter(piece -> !piece.cpus().isEmpty())
        .toList();
  }

  private Division alone() {
    int[] identity = new int[homes.size()];
    List<int[]> cores = new ArrayList<>();
    for (int core = 0; core < identity.length; core++) {
      identity[core] = core;
      cores.add(new int[] {core});
    }
    return new Division(identity, homes, cores);
  }

  /**
   * Assigns each core to the smallest object around it: of two NUMA nodes on the same PUs (two
   * kinds of memory) only one counts. A core in no object is an object by itself.
   */
  private Division divide(List<HardwareObject> pieces) {
    int[] owners = ownersOfCpus(pieces);
    Map<Integer, List<Integer>> coresByOwner = new LinkedHashMap<>();
    for (int core = 0; core < homes.size(); core++) {
      int owner = owners[homes.get(core).stream().findFirst().orElseThrow()];
      int key = owner < 0 ? pieces.size() + core : owner;
      coresByOwner.computeIfAbsent(key, _ -> new ArrayList<>()).add(core);
    }
    int[] pieceOf = new int[homes.size()];
    List<CpuSet> reach = new ArrayList<>();
    List<int[]> cores = new ArrayList<>();
    coresByOwner.forEach(
        (owner, members) -> {
          members.forEach(core -> pieceOf[core] = reach.size());
          boolean alone = owner >= pieces.size();
          reach.add(alone ? homes.get(members.getFirst()) : allowedOf(pieces.get(owner).cpus()));
          cores.add(members.stream().mapToInt(Integer::intValue).toArray());
        });
    return new Division(pieceOf, reach, cores);
  }

  /** The index of the smallest object around each PU, or -1. */
  private int[] ownersOfCpus(List<HardwareObject> pieces) {
    int[] owners = new int[machine.cpus().stream().max().orElse(-1) + 1];
    Arrays.fill(owners, -1);
    List<Integer> largestFirst = new ArrayList<>();
    for (int piece = 0; piece < pieces.size(); piece++) {
      largestFirst.add(piece);
    }
    largestFirst.sort(
        Comparator.comparingInt((Integer piece) -> pieces.get(piece).cpus().size()).reversed());
    for (int piece : largestFirst) {
      pieces.get(piece).cpus().stream().forEach(cpu -> owners[cpu] = piece);
    }
    return owners;
  }

  /** The allowed PUs of a core. */
  CpuSet home(int core) {
    return homes.get(core);
  }

  /** The object of the level that contains a core. */
  int piece(Level level, int core) {
    return divisions.get(level).pieceOf()[core];
  }

  /** The allowed PUs of the object of the level that contains a core. */
  CpuSet reach(Level level, int core) {
    return divisions.get(level).reach().get(piece(level, core));
  }

  /** The cores of each object of a level. */
  List<int[]> coresByPiece(Level level) {
    return divisions.get(level).cores();
  }

  /** Whether the machine has the level; if not, the level must not be used. */
  boolean has(Level level) {
    return divisions.containsKey(level);
  }

  /** The levels inside the node, for messages: {@code package, core}. */
  String levels() {
    return LEVELS.stream()
        .filter(level -> level != Level.NODE && has(level))
        .map(Level::label)
        .collect(Collectors.joining(", "));
  }
}
