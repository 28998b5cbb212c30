package io.starling.runtime.bootstrap.api;

import java.util.List;
import java.util.Map;

/**
 * A process's number among those of its host, as the environment gives it before the job is joined;
 * for choices such as the device.
 */
public final class LocalRank {

  /** The variables of Starling, Open MPI, MPICH and Intel MPI, and Slurm. */
  private static final List<String> VARIABLES =
      List.of(
          RankEnvironment.LOCAL_RANK,
          "OMPI_COMM_WORLD_LOCAL_RANK",
          "MPI_LOCALRANKID",
          "SLURM_LOCALID");

  private LocalRank() {}

  /**
   * The number that the launcher has set; 0 if there is none.
   *
   * @throws IllegalArgumentException if it is not a number; the message names the variable
   */
  public static int of(Map<String, String> environment) {
    for (String variable : VARIABLES) {
      String text = environment.get(variable);
      if (text != null) {
        try {
          return Integer.parseUnsignedInt(text);
        } catch (NumberFormatException e) {
          throw new IllegalArgumentException(variable + " is not a number: '" + text + "'", e);
        }
      }
    }
    return 0;
  }
}
