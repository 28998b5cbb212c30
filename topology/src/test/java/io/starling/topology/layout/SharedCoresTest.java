package io.starling.topology.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.topology.machine.CpuSet;
import io.starling.topology.machine.Machine;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SharedCoresTest {

  /** Two PUs a core: 0 and 1 are the first, 6 and 7 the last. */
  private static final Machine FOUR_CORES = Machine.synthetic("core:4 pu:2");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0-7 0-7 0-7 0-7      | false",
        "0-7 0-7 0-7 0-7 0-7  | true",
        "0 2 4 6              | false",
        "0 1                  | true",
        "0-1 0-1              | true",
        "0-3 0-3              | false",
        "0-3 0-3 0-3          | true",
        "0-3 0-3 0-7          | false",
        "0-1 0-3 0-3          | true",
        "0-3 4-7 0-3 4-7      | false"
      })
  void ranks_share_cores_where_some_of_them_have_fewer_than_they_are(String cpus, boolean shared) {
    var each = Arrays.stream(cpus.strip().split(" ", -1)).map(CpuSet::parse).toList();
    assertThat(SharedCores.among(FOUR_CORES, each)).isEqualTo(shared);
  }
}
