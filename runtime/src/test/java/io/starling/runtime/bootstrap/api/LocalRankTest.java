package io.starling.runtime.bootstrap.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LocalRankTest {

  @Test
  void each_launcher_tells_it_in_its_own_way() {
    assertThat(LocalRank.of(Map.of("STARLING_LOCAL_RANK", "1", "SLURM_LOCALID", "0"))).isEqualTo(1);
    assertThat(LocalRank.of(Map.of("OMPI_COMM_WORLD_LOCAL_RANK", "2"))).isEqualTo(2);
    assertThat(LocalRank.of(Map.of("MPI_LOCALRANKID", "3"))).isEqualTo(3);
    assertThat(LocalRank.of(Map.of("SLURM_LOCALID", "4"))).isEqualTo(4);
    assertThat(LocalRank.of(Map.of())).isZero();
  }

  @Test
  void what_is_no_number_is_named() {
    assertThatThrownBy(() -> LocalRank.of(Map.of("SLURM_LOCALID", "first")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("SLURM_LOCALID");
  }
}
