package io.starling.topology.placement;

import io.starling.topology.machine.CpuSet;
import io.starling.topology.machine.HardwareObject;
import io.starling.topology.machine.HardwareType;
import io.starling.topology.machine.Machine;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A file in which the user names the cores of each rank, with the core part of Open MPI's syntax:
 *
 * <pre>
 * # a comment
 * rank 0=localhost slot=0        core 0, in logical order
 * rank 1=myhost    slot=2-3,6    three cores
 * rank 2=+n4       slot=1:0-3    cores 0 to 3 of package 1, of the fifth node
 * </pre>
 */
final class Rankfile {

  private static final Pattern LINE =
      Pattern.compile("rank\\s+(\\d{1,9})\\s*=\\s*([^\\s=]+)\\s+slot\\s*=\\s*(\\S.*)");
  private static final Pattern SLOT = Pattern.compile("(?:(\\d{1,9}):)?(\\d{1,7}[-,0-9]*)");
  private static final Pattern NODE = Pattern.compile("\\+n(\\d{1,9})");

  /** The content of a line. */
  private record Entry(int line, int rank, int node, List<HardwareObject> cores) {}

  private final Path file;
  private final ClusterAllocation allocation;
  private final Entry[] entries;

  private Rankfile(Path file, int ranks, ClusterAllocation allocation) {
    this.file = file;
    this.allocation = allocation;
    this.entries = new Entry[ranks];
  }

  /**
   * Reads a file.
   *
   * @throws IllegalArgumentException if it can't be read, is malformed, omits a rank, or names a
   *     host or core that does not exist; the message names the file, the line and the wrong part
   */
  static Rankfile read(Path file, int ranks, ClusterAllocation allocation) {
    Rankfile rankfile = new Rankfile(file, ranks, allocation);
    List<String> lines = lines(file);
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).replaceFirst("#.*", "").strip();
      if (!line.isEmpty()) {
        rankfile.add(i + 1, line);
      }
    }
    rankfile.requireAll();
    return rankfile;
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (MalformedInputException e) {
      throw new IllegalArgumentException(
          "cannot read the rankfile '" + file + "': it is not UTF-8 text", e);
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException("there is no rankfile '" + file + "'", e);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "cannot read the rankfile '%s': %s".formatted(file, e.getMessage()), e);
    }
  }

  private void add(int number, String line) {
    Matcher parts = LINE.matcher(line);
    if (!parts.matches()) {
      throw wrong(
          number,
          "'"
              + line
              + "' is not of the form 'rank 0=localhost slot=0', 'slot=0-2,5' or 'slot=1:0-3'");
    }
    int rank = Integer.parseInt(parts.group(1));
    if (rank >= entries.length) {
      throw wrong(
          number, "there is no rank %d in a job of %d ranks".formatted(rank, entries.length));
    }
    if (entries[rank] != null) {
      throw wrong(number, "rank %d is on line %d already".formatted(rank, entries[rank].line()));
    }
    int node = node(number, parts.group(2));
    entries[rank] = new Entry(number, rank, node, cores(number, node, parts.group(3)));
  }

  private int node(int line, String name) {
    Matcher index = NODE.matcher(name);
    int nodes = allocation.cluster().nodes().size();
    int node = allocation.names().indexOf(name);
    if (index.matches()) {
      node = Integer.parseInt(index.group(1));
    } else if (nodes == 1 && name.equals("localhost")) {
      node = 0;
    }
    if (node < 0 || node >= nodes) {
      String last = nodes == 1 ? "" : " to +n" + (nodes - 1);
      throw wrong(
          line, "there is no host '%s'; there is %s+n0%s".formatted(name, hosts(nodes), last));
    }
    return node;
  }

  private List<HardwareObject> cores(int line, int node, String slot) {
    Matcher parts = SLOT.matcher(slot.replaceAll("\\s", ""));
    if (!parts.matches()) {
      throw wrong(line, "'slot=%s' names no cores; write them as 'slot=0-2,5'".formatted(slot));
    }
    List<HardwareObject> choice = UsableCores.all(allocation.cluster().nodes().get(node));
    String place = "node " + allocation.name(node);
    if (parts.group(1) != null) {
      HardwareObject pack = packageOf(line, node, Integer.parseInt(parts.group(1)));
      place = "package " + pack.logicalIndex() + " of " + place;
      choice = choice.stream().filter(core -> core.cpus().intersects(pack.cpus())).toList();
    }
    List<HardwareObject> cores = new ArrayList<>();
    for (int number : numbers(line, parts.group(2)).stream().toArray()) {
      if (number >= choice.size()) {
        throw wrong(
            line,
            "%s has no core %d; it has %d cores, from 0".formatted(place, number, choice.size()));
      }
      cores.add(choice.get(number));
      requireAllowed(line, node, choice.get(number), "core " + number + " of " + place);
    }
    return cores;
  }

  private HardwareObject packageOf(int line, int node, int number) {
    Machine machine = allocation.cluster().nodes().get(node);
    if (number >= machine.packages().size()) {
      throw wrong(
          line,
          "node %s has no package %d; it has %d, from 0"
              .formatted(allocation.name(node), number, machine.packages().size()));
    }
    return machine.objects(HardwareType.PACKAGE).get(number);
  }

  private CpuSet numbers(int line, String list) {
    try {
      return CpuSet.parse(list);
    } catch (IllegalArgumentException e) {
      throw wrong(line, "'" + list + "' is not a list of cores such as 0-2,5");
    }
  }

  private void requireAllowed(int line, int node, HardwareObject core, String name) {
    CpuSet allowed = allocation.allowed().get(node);
    if (!core.cpus().intersects(allowed)) {
      throw wrong(
          line,
          "%s has the PUs %s, and this job may use only %s".formatted(name, core.cpus(), allowed));
    }
  }

  private String hosts(int nodes) {
    List<String> names = allocation.names();
    if (nodes == 1) {
      return (names.isEmpty() ? "" : names.getFirst() + ", ") + "localhost or ";
    }
    return names.isEmpty() ? "" : String.join(", ", names) + ", also called ";
  }

  private void requireAll() {
    String forgotten =
        NumberText.list(IntStream.range(0, entries.length).filter(rank -> entries[rank] == null));
    if (!forgotten.isEmpty()) {
      throw new IllegalArgumentException(
          "the rankfile '%s' does not mention these ranks of a job of %d: %s"
              .formatted(file, entries.length, forgotten));
    }
  }

  private IllegalArgumentException wrong(int line, String reason) {
    return new IllegalArgumentException("%s:%d: %s".formatted(file, line, reason));
  }

  /** The locations of the ranks, bound to the cores that the file names, or not bound. */
  Placement placement(boolean bound) {
    return new Placement(
        allocation.cluster(),
        Stream.of(entries).map(entry -> location(entry, bound)).toList(),
        bound,
        isOversubscribed());
  }

  private RankLocation location(Entry entry, boolean bound) {
    CpuSet allowed = allocation.allowed().get(entry.node());
    CpuSet home =
        entry.cores().stream()
            .map(HardwareObject::cpus)
            .reduce(CpuSet.EMPTY, CpuSet::or)
            .and(allowed);
    return new RankLocation(entry.rank(), entry.node(), home, bound ? home : allowed);
  }

  /** Whether some rank gets no separate core if the least restricted ranks choose last. */
  private boolean isOversubscribed() {
    Set<CoreLocation> taken = new HashSet<>();
    List<Entry> choosyFirst =
        Stream.of(entries).sorted(Comparator.comparingInt(entry -> entry.cores().size())).toList();
    return choosyFirst.stream()
        .anyMatch(
            entry ->
                entry.cores().stream()
                    .noneMatch(
                        core -> taken.add(new CoreLocation(entry.node(), core.logicalIndex()))));
  }
}
