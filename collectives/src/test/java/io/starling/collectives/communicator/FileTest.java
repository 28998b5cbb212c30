package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.runtime.transport.simulated.HockneyNetwork;
import io.starling.runtime.transport.simulated.Noise;
import io.starling.runtime.transport.simulated.SimulatedFabric;
import io.starling.runtime.transport.simulated.VirtualTime;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Files on all transports, and in virtual time. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class FileTest {

  private static final int[] SIZES = {1, 2, 5};

  @TempDir Path folder;

  private void runAll(RankTeam team) {
    FilePrograms.ALL.forEach(program -> team.run(world -> program.accept(world, folder)));
  }

  private void assertNothingIsLeft() {
    assertThat(folder.toFile().list()).noneMatch(name -> name.contains("starling"));
  }

  @ParameterizedTest
  @EnumSource(TestFabric.class)
  void all_programs_give_the_same_on_every_transport(TestFabric fabric) {
    for (int size : SIZES) {
      try (RankTeam team = RankTeam.open(fabric, size)) {
        runAll(team);
      }
    }
    assertNothingIsLeft();
  }

  @Test
  void all_programs_give_the_same_in_virtual_time() {
    for (int size : SIZES) {
      HockneyNetwork network = new HockneyNetwork(size, 2 * VirtualTime.PER_MICROSECOND, 100);
      runAll(RankTeam.simulated(new SimulatedFabric(network, Noise.NONE, true), "virtual"));
    }
    assertNothingIsLeft();
  }
}
