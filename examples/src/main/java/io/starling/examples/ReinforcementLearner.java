package io.starling.examples;

import io.starling.examples.balance.Actor;
import io.starling.examples.balance.CartPole;
import io.starling.examples.balance.Learner;
import io.starling.examples.balance.Policy;
import io.starling.examples.balance.Samples;
import io.starling.examples.program.BadInputException;
import io.starling.examples.program.Chart;
import io.starling.examples.program.Kill;
import io.starling.examples.program.ObjectLaunch;
import io.starling.examples.program.ObjectProgram;
import io.starling.objects.ObjectStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Rank 0 learns from what the other ranks see; they meet only through objects. */
@Command(
    name = "ReinforcementLearner",
    description = {
      "Learns to balance a pole on a cart, in the pattern of IMPALA.",
      "Rank 0 learns from the samples that come first; when an actor dies, the others go on."
    },
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  starling run -n 4 --objects 1G io.starling.examples.ReinforcementLearner",
      "  starling run -n 4 --objects 1G --on-failure return"
          + " io.starling.examples.ReinforcementLearner --kill 2",
      "",
      "Exit code: 0, or 2 if the options cannot be used."
    })
public final class ReinforcementLearner implements ObjectProgram {

  private static final int NONE = -1;
  private static final int LINES = 10;
  private static final int TRIALS = 20;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "200",
      description = "how often the policy is improved (${DEFAULT-VALUE})")
  private int rounds;

  @Option(
      names = "--first",
      paramLabel = "N",
      description = "samples of how many actors are enough for a round (half of the actors)")
  private Integer first;

  @Option(
      names = "--episodes",
      paramLabel = "N",
      defaultValue = "4",
      description = "episodes that an actor plays by a policy (${DEFAULT-VALUE})")
  private int episodes;

  @Option(
      names = "--rate",
      defaultValue = "60",
      description = "the length of the first step (${DEFAULT-VALUE})")
  private float rate;

  @Option(
      names = "--patience",
      paramLabel = "MS",
      defaultValue = "500",
      description = "how long samples may take before their actor is given up (${DEFAULT-VALUE})")
  private int patience;

  @Option(
      names = "--kill",
      paramLabel = "RANK",
      defaultValue = "" + NONE,
      description = "the actor that kills itself after ten batches; none if there is no such rank")
  private int victim;

  private ReinforcementLearner() {}

  /** See {@code --help}. */
  public static void main(String[] arguments) {
    System.exit(ObjectLaunch.run(new ReinforcementLearner(), arguments));
  }

  @Override
  public int run(ObjectStore store, int rank, int ranks) throws BadInputException {
    int actors = ranks - 1;
    int count = first == null ? (actors + 1) / 2 : first;
    if (actors < 1 || count < 1 || count > actors || rounds < 1 || episodes < 1) {
      throw new BadInputException(
          "%d ranks are a learner and %d actors; --first must be 1 to that, --rounds and --episodes 1 at least"
              .formatted(ranks, actors));
    }
    if (rank == 0) {
      learn(store, actors, count);
    } else {
      int last = rank == victim ? 10 : Integer.MAX_VALUE;
      new Actor(store, rank, episodes, 1).run(done -> done < last || Kill.self());
    }
    return 0;
  }

  private void learn(ObjectStore store, int actors, int count) {
    Learner.Settings settings =
        new Learner.Settings(rounds, count, rate, Duration.ofMillis(patience));
    List<Double> returns = new ArrayList<>();
    System.out.println("round  mean return  actors");
    Policy policy =
        new Learner(store, actors, settings, System.out::println)
            .run(
                round -> {
                  returns.add(round.meanReturn());
                  if (round.number() == 1 || round.number() % Math.max(1, rounds / LINES) == 0) {
                    System.out.printf(
                        "%5d %12.1f %7d%n", round.number(), round.meanReturn(), round.living());
                  }
                });
    System.out.print(new Chart("mean return of each round", "rounds", returns, Map.of()).text());
    System.out.printf(
        "the pole stands for %.0f of %d steps, the mean of %d trials%n",
        Samples.meanReturn(Samples.play(policy, TRIALS, new SplittableRandom(0))),
        CartPole.MOST_STEPS,
        TRIALS);
  }
}
