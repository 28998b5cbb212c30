package io.starling.collectives.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.Communicator;
import io.starling.collectives.Counts;
import io.starling.collectives.algorithm.Algorithm;
import io.starling.collectives.algorithm.AlgorithmRegistry;
import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.collectives.algorithm.Parameter;
import io.starling.collectives.algorithm.Parameters;
import io.starling.collectives.call.Member;
import io.starling.collectives.communicator.RankCommunicator;
import io.starling.collectives.selection.DecisionTable;
import io.starling.collectives.selection.Selection;
import io.starling.runtime.Buffer;
import io.starling.runtime.ReductionOperator;
import io.starling.runtime.progress.Engine;
import io.starling.runtime.progress.assembly.Engines;
import io.starling.runtime.progress.thread.BackoffIdleStrategy;
import io.starling.runtime.transport.local.Delivery;
import io.starling.runtime.transport.local.LocalFabric;
import io.starling.topology.layout.Layout;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * All ranks make the same choice, also where their own blocks have different lengths: the check
 * compares choices, and under this table nearly every length has another one.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class TableAgreementTest {

  private static final int RANKS = 4;
  private static final int MOST_BYTES = 256;

  /** One rank's part of each collective; block of rank r: r + 1 ints, or 2 where all are equal. */
  private static final Map<CollectiveKind, Consumer<Communicator>> CALLS =
      Map.of(
          CollectiveKind.BARRIER, Communicator::barrier,
          CollectiveKind.BROADCAST, world -> world.broadcast(ints(5), 1),
          CollectiveKind.REDUCE, world -> world.reduce(ints(5), ints(5), ReductionOperator.SUM, 2),
          CollectiveKind.ALLREDUCE,
              world -> world.allreduce(ints(5), ints(5), ReductionOperator.SUM),
          CollectiveKind.SCATTER,
              world -> {
                world.scatter(ints(2 * RANKS), ints(2), 1);
                world.scatterv(ints(10), counts(), ints(own(world)), 1);
              },
          CollectiveKind.GATHER,
              world -> {
                world.gather(ints(2), ints(2 * RANKS), 1);
                world.gatherv(ints(own(world)), ints(10), counts(), 1);
              },
          CollectiveKind.ALLGATHER,
              world -> {
                world.allgather(ints(2), ints(2 * RANKS));
                world.allgatherv(ints(own(world)), ints(10), counts());
              },
          CollectiveKind.ALLTOALL,
              world -> {
                world.alltoall(ints(2 * RANKS), ints(2 * RANKS));
                Counts same =
                    Counts.of(LongStream.generate(() -> own(world)).limit(RANKS).toArray());
                world.alltoallv(ints(10), counts(), ints(own(world) * RANKS), same);
              },
          CollectiveKind.REDUCE_SCATTER,
              world -> {
                world.reduceScatterBlock(ints(2 * RANKS), ints(2), ReductionOperator.SUM);
                world.reduceScatter(ints(10), ints(own(world)), counts(), ReductionOperator.SUM);
              },
          CollectiveKind.SCAN, world -> world.scan(ints(5), ints(5), ReductionOperator.SUM));

  private static int own(Communicator world) {
    return world.rank() + 1;
  }

  private static Counts counts() {
    return Counts.of(IntStream.rangeClosed(1, RANKS).asLongStream().toArray());
  }

  private static Buffer ints(int count) {
    return Buffer.of(new int[count]);
  }

  private static Stream<Arguments> kindsAndConditions() {
    return AlgorithmRegistry.all().stream()
        .map(Algorithm::kind)
        .distinct()
        .filter(CALLS::containsKey)
        .flatMap(
            kind ->
                Stream.of("bytes", "blockBytes").map(condition -> Arguments.of(kind, condition)));
  }

  /** A rule of its own for every length, and one for what has none. */
  private static Selection table(CollectiveKind kind, String condition) {
    Algorithm algorithm =
        AlgorithmRegistry.of(kind).stream()
            .filter(each -> each.takesUnequalBlocks())
            .filter(each -> !kind.folds() || each.keepsOrder(Parameters.DEFAULT))
            .findFirst()
            .orElseThrow();
    boolean segmented = algorithm.parameters().contains(Parameter.SEGMENT);
    String rules =
        IntStream.range(0, MOST_BYTES)
            .mapToObj(
                bytes ->
                    "{\"%s\": %d, \"use\": \"%s%s\"}"
                        .formatted(
                            condition,
                            bytes,
                            algorithm.name(),
                            segmented ? ",segment=" + (bytes + 1) : ""))
            .collect(Collectors.joining(","));
    return Selection.DEFAULT.withTable(
        DecisionTable.parse(
            "lengths.json",
            "{\"version\": 1, \"collectives\": {\"%s\": [%s, {\"use\": \"%s\"}]}}"
                .formatted(kind.label(), rules, algorithm.name())));
  }

  @ParameterizedTest
  @MethodSource("kindsAndConditions")
  void ranks_agree_whatever_they_have_themselves(CollectiveKind kind, String condition) {
    Selection selection = table(kind, condition);
    LocalFabric fabric = new LocalFabric(RANKS, rank -> Delivery.inOrder());
    boolean[] done = new boolean[RANKS];
    RankThreads.run(
        RANKS,
        (rank, _) -> {
          Engine engine = Engines.of(fabric.port(rank), BackoffIdleStrategy.forHost(RANKS, 2));
          Member member = Member.ofWorld(engine, Layout.flat(RANKS), true, engine::close);
          try (Communicator world = new RankCommunicator(member, selection)) {
            CALLS.get(kind).accept(world);
            world.barrier();
            done[rank] = true;
          }
        },
        rank -> false);
    assertThat(done).containsOnly(true);
  }
}
