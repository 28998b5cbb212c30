package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.Communicator;
import io.starling.collectives.algorithm.CollectiveKind;
import io.starling.collectives.communicator.AlgorithmContract.Variant;
import io.starling.runtime.ThreadLevel;
import io.starling.runtime.progress.thread.Threading;
import io.starling.runtime.reduction.Fold;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** What every registered algorithm must do with data on a device. */
class DeviceContractTest {

  private static final long SEED = Long.getLong("starling.seed", System.nanoTime());
  private static final long MUCH = 1L << 30;

  /** Of which about three segments of the contract's cases fit in. */
  private static final long LITTLE = 3000;

  @TestFactory
  Stream<DynamicContainer> every_algorithm_takes_data_on_a_device() {
    return IntStream.of(1, 2, 3, 5, 8)
        .mapToObj(size -> onOneTeam(TestFabric.ADVERSARIAL, size, false, _ -> true, MUCH));
  }

  @TestFactory
  Stream<DynamicContainer> and_where_nothing_is_buffered() {
    return Stream.of(onOneTeam(TestFabric.SYNCHRONOUS, 5, false, _ -> true, MUCH));
  }

  @TestFactory
  Stream<DynamicContainer> and_where_the_device_folds_nothing() {
    return Stream.of(onOneTeam(TestFabric.ADVERSARIAL, 5, false, _ -> false, MUCH));
  }

  @TestFactory
  Stream<DynamicContainer> and_where_little_or_nothing_is_kept_in_host_memory() {
    return Stream.of(
        onOneTeam(TestFabric.ADVERSARIAL, 5, false, _ -> true, LITTLE),
        onOneTeam(TestFabric.ADVERSARIAL, 3, false, _ -> true, 0));
  }

  @TestFactory
  Stream<DynamicContainer> and_on_real_transports_with_a_thread_for_progress() {
    return Stream.of(
        onOneTeam(TestFabric.SHARED, 3, false, _ -> true, MUCH),
        onOneTeam(TestFabric.UCX_FOREIGN, 3, true, _ -> true, MUCH),
        onOneTeam(TestFabric.MIXED, 5, true, _ -> true, MUCH));
  }

  @TestFactory
  @Tag("slow")
  Stream<DynamicContainer> and_from_device_to_device() {
    return Stream.of(
        onNeighbours(TestFabric.ADVERSARIAL, 2, _ -> true, 0),
        onNeighbours(TestFabric.ADVERSARIAL, 5, _ -> true, 0),
        onNeighbours(TestFabric.ADVERSARIAL, 8, _ -> false, 0),
        onNeighbours(TestFabric.SYNCHRONOUS, 5, _ -> true, 0),
        onNeighbours(TestFabric.SHARED, 3, _ -> true, 0));
  }

  @TestFactory
  Stream<DynamicContainer> and_where_devices_refuse_each_other_now_and_then() {
    return Stream.of(
        onNeighbours(TestFabric.ADVERSARIAL, 5, _ -> true, 300),
        onNeighbours(TestFabric.SYNCHRONOUS, 5, _ -> true, 300),
        onNeighbours(TestFabric.SHARED, 3, _ -> true, 300));
  }

  /** Two ranks on each host, whose devices reach each other and no others. */
  @TestFactory
  @Tag("slow")
  Stream<DynamicContainer> and_from_device_to_device_where_ranks_have_a_host() {
    return Stream.of(TestFabric.ROUTED, TestFabric.MIXED)
        .map(
            fabric ->
                onSharingDevices(
                    fabric, RankTeam.open(fabric, 6, SEED), devices(6, _ -> true, MUCH), 0));
  }

  private static DynamicContainer onNeighbours(
      TestFabric fabric, int size, Predicate<Fold> folds, int refusals) {
    RankTeam team = RankTeam.neighbours(fabric, size, SEED);
    return onSharingDevices(fabric, team, devices(size, folds, MUCH), refusals);
  }

  private static DynamicContainer onSharingDevices(
      TestFabric fabric, RankTeam team, List<AdversarialDevice> devices, int refusals) {
    var sharing = new AdversarialDevice.Sharing(SEED, 1, refusals);
    devices.forEach(device -> device.share(sharing));
    String name =
        "%d devices on %s, one of %d refused (seed %d)"
            .formatted(devices.size(), fabric, refusals, SEED);
    DynamicTest last =
        DynamicTest.dynamicTest(
            "and data has gone that way",
            () -> assertThat(devices).allMatch(device -> device.bytesPulled() > 0));
    return DynamicContainer.dynamicContainer(name, Stream.of(onOneTeam(name, team, devices), last));
  }

  private static List<AdversarialDevice> devices(int size, Predicate<Fold> folds, long kept) {
    return IntStream.range(0, size)
        .mapToObj(rank -> new AdversarialDevice(SEED + rank, folds, kept))
        .toList();
  }

  private static DynamicContainer onOneTeam(
      TestFabric fabric, int size, boolean thread, Predicate<Fold> folds, long kept) {
    String name = "%d ranks on %s, %d bytes kept (seed %d)".formatted(size, fabric, kept, SEED);
    RankTeam team =
        RankTeam.threaded(fabric, size, SEED, new Threading(ThreadLevel.FUNNELED, thread));
    return onOneTeam(name, team, devices(size, folds, kept));
  }

  private static DynamicContainer onOneTeam(
      String name, RankTeam team, List<AdversarialDevice> devices) {
    Stream<DynamicTest> tests =
        AlgorithmContract.variants()
            .filter(variant -> !isOther(variant.algorithm().kind()))
            .map(
                variant ->
                    DynamicTest.dynamicTest(
                        variant.toString(),
                        () -> run(team, world -> check(world, variant, devices))));
    return DynamicContainer.dynamicContainer(name, tests.onClose(team::close));
  }

  /** After a failure devices may have work that never ends: then nothing more is tried. */
  private static void run(RankTeam team, Consumer<Communicator> program) {
    if (team.isBroken()) {
      throw new AssertionError("another test has broken these ranks");
    }
    team.run(program);
  }

  /** Which has no data, or goes the way of the others on communicators of its own. */
  static boolean isOther(CollectiveKind kind) {
    return Set.of(
            CollectiveKind.BARRIER,
            CollectiveKind.NEIGHBOUR_ALLGATHER,
            CollectiveKind.NEIGHBOUR_ALLTOALL)
        .contains(kind);
  }

  private static void check(Communicator world, Variant variant, List<AdversarialDevice> devices) {
    Communicator chosen = world.withAlgorithm(variant.specification());
    int root = world.size() / 2;
    for (int count : variant.counts()) {
      CollectiveCases.of(chosen, count, variant.algorithm().kind(), root, TestOperators.SUM)
          .stream()
          // The data of a device must have no gaps.
          .filter(test -> !test.hasTypedBlocks())
          .forEach(test -> new DeviceContract(test, devices.get(world.rank())).check());
    }
  }
}
