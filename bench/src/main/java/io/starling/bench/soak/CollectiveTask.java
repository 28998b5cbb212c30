package io.starling.bench.soak;

import io.starling.collectives.Communicator;
import io.starling.collectives.NeighbourCommunicator;
import io.starling.collectives.selection.AlgorithmDescription;
import io.starling.runtime.PersistentRequest;
import io.starling.runtime.Request;
import java.util.List;
import java.util.Locale;

/** A collective on one communicator. */
final class CollectiveTask implements StepTask {

  /** Collectives by the names of their algorithms, those that more code runs more often. */
  private static final List<String> PLAIN =
      List.of(
          "barrier",
          "broadcast",
          "broadcast",
          "scatter",
          "gather",
          "allgather",
          "alltoall",
          "reduce",
          "reduce",
          "allreduce",
          "allreduce",
          "reduce-scatter",
          "scan",
          "exclusive-scan");

  private static final List<String> NEIGHBOURS =
      List.of("neighbour-allgather", "neighbour-alltoall");

  /** How it is called. */
  private enum Form {
    BLOCKING,
    STARTED,
    PERSISTENT
  }

  private final String text;
  private final String kind;
  private final SoakTrial trial;
  private final Form form;
  private final int rounds;
  private final long key;
  private PersistentRequest persistent;
  private List<Request> open = List.of();

  private CollectiveTask(String text, String kind, SoakTrial trial, SeededRandom draw) {
    this.text = text;
    this.kind = kind;
    this.trial = trial;
    form = draw.pick(List.of(Form.values()));
    rounds = form == Form.PERSISTENT ? draw.between(1, 3) : 1;
    key = draw.key();
  }

  /** Any collective of a team that this rank is in. */
  static CollectiveTask draw(SoakCommunicator team, CallContext scene) {
    SeededRandom draw = scene.draw();
    boolean isNeighbourly = team.neighbours() != null && draw.percent(40);
    String collective = draw.pick(isNeighbourly ? NEIGHBOURS : PLAIN);
    FoldModel folding = FoldModel.draw(draw.part(2), scene.size());
    boolean commutative = folding.operator().commutative() || !folds(collective);
    String algorithm = Algorithms.draw(draw.part(3), collective, commutative);
    Communicator chosen =
        algorithm.isEmpty() ? team.communicator() : team.communicator().withAlgorithm(algorithm);
    SoakTrial trial =
        isNeighbourly
            ? neighbourly(collective, new NeighbourTrials(scene, team.neighbours()), chosen, draw)
            : folds(collective)
                ? fold(collective, new FoldTrials(scene, folding), chosen, draw)
                : movement(collective, scene, chosen, draw);
    String text =
        "%s (rank %d of %d), %s, %s"
            .formatted(
                team.text(),
                scene.rank(),
                scene.size(),
                trial.call(),
                algorithm.isEmpty() ? "by the tables" : algorithm);
    return new CollectiveTask(text, collective, trial, draw.part(4));
  }

  private static boolean folds(String collective) {
    return collective.contains("reduce") || collective.contains("scan");
  }

  private static SoakTrial neighbourly(
      String collective, NeighbourTrials trials, Communicator chosen, SeededRandom draw) {
    var communicator = (NeighbourCommunicator) chosen;
    boolean unequal = draw.percent(50);
    if (collective.equals("neighbour-allgather")) {
      return unequal ? trials.allgatherv(communicator) : trials.allgather(communicator);
    }
    return unequal ? trials.alltoallv(communicator) : trials.alltoall(communicator);
  }

  private static SoakTrial fold(
      String collective, FoldTrials trials, Communicator chosen, SeededRandom draw) {
    return switch (collective) {
      case "reduce" -> trials.reduce(chosen);
      case "allreduce" -> trials.allreduce(chosen);
      case "scan" -> trials.scan(chosen);
      case "exclusive-scan" -> trials.exclusiveScan(chosen);
      default ->
          draw.percent(50) ? trials.reduceScatter(chosen) : trials.reduceScatterBlock(chosen);
    };
  }

  private static SoakTrial movement(
      String collective, CallContext scene, Communicator chosen, SeededRandom draw) {
    boolean unequal = draw.percent(50);
    MovementTrials all = new MovementTrials(scene);
    RootedTrials rooted = new RootedTrials(scene);
    return switch (collective) {
      case "barrier" -> MovementTrials.barrier(chosen);
      case "broadcast" -> rooted.broadcast(chosen);
      case "scatter" -> unequal ? rooted.scatterv(chosen) : rooted.scatter(chosen);
      case "gather" -> unequal ? rooted.gatherv(chosen) : rooted.gather(chosen);
      case "allgather" -> unequal ? all.allgatherv(chosen) : all.allgather(chosen);
      default -> unequal ? all.alltoallv(chosen) : all.alltoall(chosen);
    };
  }

  @Override
  public String text() {
    return text + ", " + form.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String kind() {
    return kind;
  }

  @Override
  public long bytes() {
    return trial.bytes() * rounds;
  }

  @Override
  public void begin() {
    trial.prepare(key);
    switch (form) {
      case BLOCKING -> trial.forms().run().run();
      case STARTED -> open = List.of(trial.forms().start().get());
      case PERSISTENT -> repeat();
    }
  }

  /** All rounds but the last are awaited here, as all ranks must start them in one order. */
  private void repeat() {
    persistent = trial.forms().init().get();
    for (int round = 1; round < rounds; round++) {
      persistent.start().await();
      trial.check();
      trial.prepare(key + round);
    }
    open = List.of(persistent.start());
  }

  @Override
  public List<Request> open() {
    return open;
  }

  @Override
  public void check() {
    trial.check();
    if (persistent != null) {
      persistent.close();
    }
  }

  /** Draws algorithms from the registry, with any values of their parameters. */
  private static final class Algorithms {

    private static final List<String> TREES =
        List.of("chain", "binary", "in-order-binary", "binomial", "k-nomial", "flat");
    private static final List<Integer> SEGMENTS =
        List.of(100, 777, 1 << 10, 4 << 10, 10_000, 16 << 10, 64 << 10, (128 << 10) + 1, 1 << 20);
    private static final List<AlgorithmDescription> ALL = AlgorithmDescription.all();

    /** Every fourth call takes what the tables say. */
    private static final int BY_TABLE = 25;

    private Algorithms() {}

    /**
     * A specification for {@link io.starling.collectives.Communicator#withAlgorithm}; empty for the
     * one of the tables.
     */
    static String draw(SeededRandom draw, String collective, boolean commutative) {
      if (draw.percent(BY_TABLE)) {
        return "";
      }
      List<AlgorithmDescription> fitting =
          ALL.stream()
              .filter(algorithm -> algorithm.collective().equals(collective))
              .filter(algorithm -> commutative || algorithm.keepsOrder())
              .toList();
      AlgorithmDescription algorithm = draw.pick(fitting);
      StringBuilder text = new StringBuilder(collective + "=" + algorithm.name());
      int sends = draw.between(1, 6);
      for (String parameter : algorithm.parameters()) {
        boolean isOrder = parameter.equals("tree") && !commutative;
        if (isOrder || parameter.endsWith("window") || draw.percent(60)) {
          text.append(',').append(parameter).append('=');
          text.append(
              switch (parameter) {
                case "segment" -> draw.pick(SEGMENTS);
                case "send-window" -> sends;
                case "receive-window" -> sends + draw.between(1, 6);
                case "radix" -> draw.between(2, 8);
                case "tree" -> isOrder ? "in-order-binary" : draw.pick(TREES);
                default -> draw.pick(TREES);
              });
        }
      }
      return text.toString();
    }
  }
}
