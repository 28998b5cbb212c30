package io.starling.collectives.communicator;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.collectives.Communicator;
import io.starling.collectives.Window;
import io.starling.runtime.Buffer;
import io.starling.runtime.transport.simulated.HockneyNetwork;
import io.starling.runtime.transport.simulated.Noise;
import io.starling.runtime.transport.simulated.SimulatedFabric;
import io.starling.runtime.transport.simulated.VirtualTime;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Windows in virtual time. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class WindowVirtualTimeTest {

  private static final long ALPHA = 2 * VirtualTime.PER_MICROSECOND;
  private static final int BETA = 100;

  private static SimulatedFabric fabric(int size) {
    return new SimulatedFabric(new HockneyNetwork(size, ALPHA, BETA), Noise.NONE, true);
  }

  @Test
  void all_programs_give_the_same_in_virtual_time() {
    for (int size : new int[] {1, 2, 5}) {
      RankTeam team = RankTeam.simulated(fabric(size), "virtual");
      for (Consumer<Communicator> program : WindowPrograms.ALL) {
        team.run(program);
      }
      team.run(PrivateWindow::run);
    }
  }

  /** A put and its answer cross the network; the target computes and is done when it would be. */
  @Test
  void an_access_takes_the_time_of_the_network_and_none_of_its_target() {
    int bytes = 10_000;
    SimulatedFabric fabric = fabric(2);
    long[] took = new long[2];
    RankTeam.simulated(fabric, "virtual")
        .run(
            world -> {
              try (Window window = world.allocateWindow(bytes, 1)) {
                if (world.rank() == 0) {
                  window.lockAll();
                  // The first access of an epoch also takes the lock.
                  window.put(Buffer.of((byte) 1), 1, 0);
                  window.flush(1);
                  long start = fabric.port(0).clock();
                  window.put(Buffer.of(new byte[bytes]), 1, 0);
                  window.flush(1);
                  took[0] = fabric.port(0).clock() - start;
                  window.unlockAll();
                } else {
                  long start = fabric.port(1).clock();
                  fabric.port(1).compute(100 * ALPHA);
                  took[1] = fabric.port(1).clock() - start;
                }
              }
            });
    assertThat(took[0]).isEqualTo(2 * ALPHA + (long) BETA * (bytes + 16));
    assertThat(took[1]).isEqualTo(100 * ALPHA);
  }
}
