package io.starling.bench;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** All that ranks do with data on a GPU, on a real one that they share. */
@RequiresGpu
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class GpuContractOnDeviceTest {

  @ParameterizedTest
  @CsvSource({
    "contract, shared, 2, STARLING_PROGRESS=thread",
    "contract, ucx, 2, STARLING_GPU_PEER=off",
    "contract, shared, 3, STARLING_GPU_CACHE=16K",
    "contract, ucx, 3, STARLING_GPU_CACHE=0",
    "contract, shared, 3, STARLING_GPU_FOLDS=host",
    "contract, shared, 4, STARLING_GPU_PEER=off",
    "peers, shared, 3, STARLING_GPU_PEER=on",
    "peers, shared, 4, STARLING_PROGRESS=thread"
  })
  void what_is_done_to_a_device_is_what_is_done_to_host_memory(
      String what, String transport, int ranks, String setting) throws Exception {
    long seed = Long.getLong("starling.seed", System.nanoTime());
    System.out.println("GpuContractOnDeviceTest: -Dstarling.seed=" + seed);
    String[] variable = setting.split("=");
    var variables = Map.of("STARLING_TRANSPORT", transport, variable[0], variable[1]);
    new GpuJob(ranks, variables, Optional.empty()).runContract(seed, what);
  }
}
