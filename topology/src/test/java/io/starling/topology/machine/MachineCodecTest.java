package io.starling.topology.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class MachineCodecTest {

  private static final long SEED = Long.getLong("starling.seed", System.nanoTime());

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pu:1",
        "package:2 numa:2 l3:2 core:4 pu:2",
        "package:2 [numa] [numa] core:2 pu:3"
      })
  void bytes_give_back_the_machine(String description) {
    Machine machine = Machine.synthetic(description);
    Machine copy = MachineCodec.decode(MachineCodec.encode(machine));
    assertThat(copy.root()).isEqualTo(machine.root());
    assertThat(copy.numaNodes()).isEqualTo(machine.numaNodes());
  }

  @Test
  void network_adapters_and_gpus_go_with_it() {
    List<HardwareDevice> devices =
        List.of(
            new HardwareDevice(
                HardwareDevice.Kind.NETWORK,
                "0000:3c:00.0",
                0x15b3,
                0x1017,
                "",
                List.of("ib0", "mlx5_0"),
                CpuSet.parse("0-1")),
            new HardwareDevice(
                HardwareDevice.Kind.GPU,
                "0000:3b:00.0",
                0x10de,
                1,
                "Nvidia®",
                List.of(),
                CpuSet.EMPTY));
    Machine machine = new Machine(Machine.flat(CpuSet.parse("0-3")).root(), () -> devices);
    assertThat(MachineCodec.decode(MachineCodec.encode(machine)).devices()).isEqualTo(devices);
  }

  @Test
  void this_machine_fits_into_a_message() {
    assertThat(MachineCodec.encode(Machine.here())).hasSizeLessThan(1 << 19);
  }

  @Test
  void damaged_bytes_are_refused_or_are_those_of_another_machine() {
    Random random = new Random(SEED);
    byte[] whole = MachineCodec.encode(Machine.synthetic("package:2 core:2 pu:2"));
    for (int i = 0; i < 5_000; i++) {
      byte[] bytes =
          Arrays.copyOf(
              whole, random.nextInt(3) == 0 ? random.nextInt(whole.length) : whole.length);
      if (bytes.length > 0) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      try {
        byte[] read = MachineCodec.encode(MachineCodec.decode(bytes));
        assertThat(MachineCodec.encode(MachineCodec.decode(read)))
            .as("seed %d", SEED)
            .isEqualTo(read);
      } catch (IllegalArgumentException e) {
        // As it should be.
      }
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MachineCodec.decode(Arrays.copyOf(whole, whole.length + 1)));
    assertThatIllegalArgumentException().isThrownBy(() -> MachineCodec.decode(new byte[0]));
  }
}
