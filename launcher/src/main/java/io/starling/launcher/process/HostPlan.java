package io.starling.launcher.process;

import io.starling.runtime.bootstrap.api.ProcessNumbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What one host has to do for a job.
 *
 * @param size how many ranks the world has that is started
 * @param oversubscribed whether ranks of this host share cores
 * @param directory where ranks work; empty for that of the process that starts them
 * @param command the JVM with its arguments
 * @param heap what the heap of each rank may have of the memory
 * @param archive a file with classes for the JVM, of use where this host has it; empty for none
 * @param variables for the environment of all ranks, over those of the process that starts them
 * @param ranks those of this host, in the order of their local ranks
 * @param numbers those of the processes of the job
 */
public record HostPlan(
    int size,
    boolean oversubscribed,
    String directory,
    List<String> command,
    HeapShare heap,
    String archive,
    Map<String, String> variables,
    List<RankStart> ranks,
    ProcessNumbers numbers) {

  /** Copies the lists. */
  public HostPlan {
    command = List.copyOf(command);
    variables = Map.copyOf(variables);
    ranks = List.copyOf(ranks);
  }

  /** A plan for a job to which no ranks come later. */
  public HostPlan(
      int size,
      boolean oversubscribed,
      String directory,
      List<String> command,
      HeapShare heap,
      String archive,
      Map<String, String> variables,
      List<RankStart> ranks) {
    this(
        size,
        oversubscribed,
        directory,
        command,
        heap,
        archive,
        variables,
        ranks,
        ProcessNumbers.fixed(Math.max(1, size), ranks.size() != size));
  }

  /** The same with these variables for all ranks. */
  public HostPlan with(Map<String, String> others) {
    return new HostPlan(
        size, oversubscribed, directory, command, heap, archive, others, ranks, numbers);
  }

  /** The same with other heaps. */
  public HostPlan with(HeapShare other) {
    return new HostPlan(
        size, oversubscribed, directory, command, other, archive, variables, ranks, numbers);
  }

  /** The same with another archive. */
  public HostPlan withArchive(String other) {
    return new HostPlan(
        size, oversubscribed, directory, command, heap, other, variables, ranks, numbers);
  }

  /** The flags of the JVM, without those that choose the archive. */
  public List<String> flags() {
    List<String> flags = new ArrayList<>(command.subList(1, Math.max(1, command.indexOf("-cp"))));
    flags.addAll(heap.arguments());
    return flags;
  }

  /**
   * The command with the size of the heap.
   *
   * @param withArchive whether the JVM uses the archive
   */
  List<String> command(boolean withArchive) {
    List<String> flags = new ArrayList<>(heap.arguments());
    if (withArchive) {
      flags.addAll(List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:cds=off", "-Xlog:aot=off"));
    }
    List<String> whole = new ArrayList<>(command);
    whole.addAll(1, flags);
    return whole;
  }
}
