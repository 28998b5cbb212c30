package io.starling.collectives.communicator;

import io.starling.collectives.Communicator;
import io.starling.collectives.communicator.AlgorithmContract.Variant;
import io.starling.runtime.memory.DeviceRegion;
import io.starling.runtime.transport.simulated.DeviceUse;
import io.starling.runtime.transport.simulated.HockneyNetwork;
import io.starling.runtime.transport.simulated.PeriodicNoise;
import io.starling.runtime.transport.simulated.ProcessorFigures;
import io.starling.runtime.transport.simulated.Protocol;
import io.starling.runtime.transport.simulated.SimulatedDevice;
import io.starling.runtime.transport.simulated.SimulatedFabric;
import io.starling.runtime.transport.simulated.VirtualTime;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** What every registered algorithm must do with data on devices in virtual time. */
class SimulatedDeviceContractTest {

  private static final long SEED = Long.getLong("starling.seed", System.nanoTime());

  /** So that messages of the contract's cases are eager, or not. */
  private static final long EAGER_BYTES = 64;

  private static final long MUCH = 1L << 30;

  /** So that whatever is longer than a header goes from device to device. */
  private static final long SHORTEST = 1;

  @TestFactory
  Stream<DynamicContainer> every_algorithm_takes_data_on_simulated_devices() {
    return Stream.of(
        onOneTeam(5, Protocol.Mover.READ, new DeviceUse(MUCH, _ -> true, DeviceUse.NO_PEERS)),
        onOneTeam(4, Protocol.Mover.READ, new DeviceUse(MUCH, _ -> true, SHORTEST)),
        onOneTeam(3, Protocol.Mover.COPY, new DeviceUse(0, DeviceUse.NO_FOLDS, SHORTEST)),
        onOneTeam(3, Protocol.Mover.COPY, new DeviceUse(0, _ -> true, DeviceUse.NO_PEERS)),
        onOneTeam(
            4, Protocol.Mover.WRITE, new DeviceUse(MUCH, DeviceUse.NO_FOLDS, DeviceUse.NO_PEERS)));
  }

  private static DynamicContainer onOneTeam(int size, Protocol.Mover mover, DeviceUse use) {
    String name =
        "%d simulated ranks, %s, %d bytes kept, %s (seed %d)"
            .formatted(
                size,
                mover,
                use.hostCopyBytes(),
                use.smallestExport() == SHORTEST ? "peers" : "no peers",
                SEED);
    SimulatedFabric fabric = fabric(size, mover);
    for (int rank = 0; rank < size; rank++) {
      fabric.port(rank).device().allow(use);
    }
    RankTeam team = RankTeam.simulated(fabric, name);
    Stream<DynamicTest> tests =
        AlgorithmContract.variants()
            .filter(variant -> !DeviceContractTest.isOther(variant.algorithm().kind()))
            .map(
                variant ->
                    DynamicTest.dynamicTest(
                        variant.toString(),
                        () -> team.run(world -> check(world, variant, fabric))));
    return DynamicContainer.dynamicContainer(name, tests.onClose(team::close));
  }

  private static SimulatedFabric fabric(int size, Protocol.Mover mover) {
    HockneyNetwork messages =
        new HockneyNetwork(
            size,
            VirtualTime.PER_MICROSECOND,
            100,
            new Protocol(EAGER_BYTES, mover),
            new ProcessorFigures(100_000, 200_000, 50, 100));
    return new SimulatedFabric(
        new DeviceHockneyNetwork(messages),
        new PeriodicNoise(0.3, 20 * VirtualTime.PER_MICROSECOND, SEED),
        true);
  }

  private static void check(Communicator world, Variant variant, SimulatedFabric fabric) {
    Communicator chosen = world.withAlgorithm(variant.specification());
    SimulatedDevice device = fabric.port(world.rank()).device();
    for (int count : variant.counts()) {
      CollectiveCases.of(
              chosen, count, variant.algorithm().kind(), world.size() / 2, TestOperators.SUM)
          .stream()
          // The data of a device must have no gaps.
          .filter(test -> !test.hasTypedBlocks())
          .forEach(
              test ->
                  new DeviceContract(test, values -> region(device, values), device::isIdle)
                      .check());
    }
  }

  private static DeviceRegion region(SimulatedDevice device, long... values) {
    MemorySegment elements = MemorySegment.ofArray(values);
    DeviceRegion region = device.allocate(elements.byteSize(), Arena.ofAuto());
    device.copyInNow(elements, 0, region.segment(), 0, elements.byteSize());
    return region;
  }
}
