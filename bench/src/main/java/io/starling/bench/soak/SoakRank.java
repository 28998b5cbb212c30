package io.starling.bench.soak;

import io.starling.collectives.Communicator;
import io.starling.collectives.Starling;

/** What each rank of a soak runs. */
public final class SoakRank {

  private static final int WRONG = 1;

  private SoakRank() {}

  /** The arguments are those of {@link Orders}. */
  public static void main(String[] arguments) {
    Orders orders = Orders.of(arguments);
    Communicator world = Starling.world();
    Telling telling = new Telling(System.out, world.rank(), orders.millis());
    Watch watch = new Watch(telling, orders.stallMillis());
    watch.start();
    try {
      new Walk(orders, orders.fault().in(world), telling, watch).go();
    } catch (WrongResultException e) {
      telling.say("wrong", e.getMessage());
      e.printStackTrace();
      Runtime.getRuntime().halt(WRONG);
    }
    world.close();
  }
}
