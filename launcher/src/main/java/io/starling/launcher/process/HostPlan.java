package io.starling.launcher.process;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What one host has to do for a job.
 *
 * @param size how many ranks the job has
 * @param oversubscribed whether ranks of this host share cores
 * @param directory where ranks work; empty for that of the process that starts them
 * @param command the JVM with its arguments
 * @param archive a file with classes for the JVM, of use where this host has it; empty for none
 * @param variables for the environment of all ranks, over those of the process that starts them
 * @param ranks those of this host, in the order of their local ranks
 */
public record HostPlan(
    int size,
    boolean oversubscribed,
    String directory,
    List<String> command,
    String archive,
    Map<String, String> variables,
    List<RankStart> ranks) {

  /** Copies the lists. */
  public HostPlan {
    command = List.copyOf(command);
    variables = Map.copyOf(variables);
    ranks = List.copyOf(ranks);
  }

  /** The same with these variables for all ranks. */
  public HostPlan with(Map<String, String> others) {
    return new HostPlan(size, oversubscribed, directory, command, archive, others, ranks);
  }

  /** The command with the flags that make the JVM use the archive. */
  List<String> commandWithArchive() {
    List<String> flags =
        List.of("-XX:SharedArchiveFile=" + archive, "-Xlog:cds=off", "-Xlog:aot=off");
    List<String> whole = new ArrayList<>(command);
    whole.addAll(1, flags);
    return whole;
  }
}
