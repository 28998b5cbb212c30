package io.starling.runtime.bootstrap;

import java.util.List;
import java.util.Map;

/**
 * A process's number among those of its host, as far as the environment tells before the job was
 * joined: for choices such as that of a device.
 */
public final class LocalRank {

  /** Starling's own, Open MPI's, those of MPICH and Intel MPI, Slurm's. */
  private static final List<String> VARIABLES =
      List.of(
          RankEnvironment.LOCAL_RANK,
          "OMPI_COMM_WORLD_LOCAL_RANK",
          "MPI_LOCALRANKID",
          "SLURM_LOCALID");

  private LocalRank() {}

  /**
   * The number that the launcher tells; 0 where none does.
   *
   * @throws IllegalArgumentException if it is no number; the message names the variable
   */
  public static int of(Map<String, String> environment) {
    for (String variable : VARIABLES) {
      String text = environment.get(variable);
      if (text != null) {
        try {
          return Integer.parseUnsignedInt(text);
        } catch (NumberFormatException e) {
          throw new IllegalArgumentException(variable + " is no number: '" + text + "'", e);
        }
      }
    }
    return 0;
  }
}
