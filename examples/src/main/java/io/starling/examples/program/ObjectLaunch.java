package io.starling.examples.program;

import io.starling.objects.ObjectStore;
import io.starling.objects.StoreLostException;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Reads the options, connects to the store of this host and runs the program. Ranks do not join
 * each other: a rank that dies concerns only those that wait for its objects.
 */
public final class ObjectLaunch {

  private static final int FAILURE = 1;
  private static final int BAD_INPUT = 2;
  private static final String RANK = "STARLING_RANK";
  private static final String SIZE = "STARLING_SIZE";

  private ObjectLaunch() {}

  /** Returns the exit code. */
  public static int run(ObjectProgram program, String... arguments) {
    return run(program, System.getenv(), arguments);
  }

  static int run(ObjectProgram program, Map<String, String> environment, String... arguments) {
    if (!environment.containsKey(RANK) || !environment.containsKey(SIZE)) {
      System.err.println("this program is started by 'starling run -n 4 --objects 1G'");
      return BAD_INPUT;
    }
    int rank = Integer.parseInt(environment.get(RANK));
    int ranks = Integer.parseInt(environment.get(SIZE));
    OptionalInt early = Launch.read(Launch.commandLine(program), rank == 0, arguments);
    if (early.isPresent()) {
      return onlyOfRankZero(rank, early.getAsInt());
    }
    try (ObjectStore store = ObjectStore.connect()) {
      return program.run(store, rank, ranks);
    } catch (BadInputException problem) {
      if (rank == 0) {
        System.err.println(problem.getMessage());
      }
      return onlyOfRankZero(rank, BAD_INPUT);
    } catch (StoreLostException problem) {
      System.err.println("rank " + rank + ": " + problem.getMessage());
      return FAILURE;
    }
  }

  /** The launcher ends a job as soon as one rank fails: that must be the one that speaks. */
  private static int onlyOfRankZero(int rank, int exitCode) {
    return rank == 0 ? exitCode : 0;
  }
}
