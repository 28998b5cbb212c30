package io.starling.topology.machine;

import java.io.File;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The nodes that a job can use, in the order in which they are filled.
 *
 * @param nodes at least one; nodes of the same kind may be the same object
 */
public record Cluster(List<Machine> nodes) {

  private static final int MOST_NODES = 1 << 17;
  private static final Pattern NODES =
      Pattern.compile("\\s*node:(\\d{1,9})(?:\\s+(.*))?", Pattern.CASE_INSENSITIVE);

  /** Copies the list of nodes. */
  public Cluster {
    nodes = List.copyOf(nodes);
    if (nodes.isEmpty()) {
      throw new IllegalArgumentException("a cluster has at least one node");
    }
  }

  /** This machine alone. */
  public static Cluster here() {
    return of(Machine.here());
  }

  /** One machine alone. */
  public static Cluster of(Machine machine) {
    return new Cluster(List.of(machine));
  }

  /**
   * Synthetic machines: the notation of {@link Machine#synthetic}, preceded by {@code node:N} for
   * several nodes, such as {@code node:3 package:2 core:4 pu:1}.
   *
   * @throws IllegalArgumentException if such a machine is impossible; the message names the wrong
   *     part
   * @throws UnsupportedOperationException if hwloc is missing
   */
  public static Cluster synthetic(String description) {
    Matcher several = NODES.matcher(description);
    if (!several.matches()) {
      return of(Machine.synthetic(description));
    }
    int count = Integer.parseInt(several.group(1));
    if (count < 1 || count > MOST_NODES) {
      throw new IllegalArgumentException(
          "there is no machine '%s': a cluster has 1 to %d nodes"
              .formatted(description, MOST_NODES));
    }
    String node = several.group(2);
    if (node == null || node.isBlank()) {
      throw new IllegalArgumentException(
          "there is no machine '%s': the contents of a node are missing; write a cluster as 'node:3 package:2 core:4 pu:1'"
              .formatted(description));
    }
    if (NODES.matcher(node).matches()) {
      throw new IllegalArgumentException(
          "there is no machine '%s': 'node' occurs twice; NUMA nodes are 'numa'"
              .formatted(description));
    }
    return new Cluster(Collections.nCopies(count, Machine.synthetic(node)));
  }

  /**
   * The machines that {@code --topology} names: a file that hwloc has written if the file exists or
   * its name ends in {@code .xml}, otherwise a synthetic description.
   *
   * @throws IllegalArgumentException if there is no such file or machine
   * @throws UnsupportedOperationException if hwloc is missing
   */
  public static Cluster named(String fileOrDescription) {
    boolean isFile =
        fileOrDescription.toLowerCase(Locale.ROOT).endsWith(".xml")
            || new File(fileOrDescription).isFile();
    return isFile ? of(Machine.xml(Path.of(fileOrDescription))) : synthetic(fileOrDescription);
  }
}
