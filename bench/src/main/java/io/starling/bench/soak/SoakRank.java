package io.starling.bench.soak;

import io.starling.collectives.Communicator;
import io.starling.collectives.Starling;

/** What each rank of a soak runs. */
public final class SoakRank {

  private static final int WRONG = 1;

  private SoakRank() {}

  /** The arguments are those of {@link SoakPlan}. */
  public static void main(String[] arguments) {
    SoakPlan orders = SoakPlan.of(arguments);
    Communicator world = Starling.world();
    RankReport telling = new RankReport(System.out, world.rank(), orders.millis());
    StepWatchdog watch = new StepWatchdog(telling, orders.stallMillis());
    watch.start();
    try {
      new StepSequence(orders, world, telling, watch).go();
    } catch (WrongResultException e) {
      telling.say("wrong", e.getMessage());
      e.printStackTrace();
      Runtime.getRuntime().halt(WRONG);
    }
    world.close();
  }
}
