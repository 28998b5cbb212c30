package io.starling.bench.laboratory.noise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class NoiseAlgorithmTest {

  @Test
  void the_papers_algorithms_share_one_tree() {
    assertThat(choices("reduce", "adapt,waitall,blocking,multilevel,default"))
        .containsExactly(
            new NoiseAlgorithm("adapt", "reduce=topology"),
            new NoiseAlgorithm("waitall", "reduce=waitall,tree=topology"),
            new NoiseAlgorithm("blocking", "reduce=blocking,tree=topology"),
            new NoiseAlgorithm("multilevel", "reduce=multilevel"),
            new NoiseAlgorithm("default", ""));
  }

  @Test
  void parameters_belong_to_what_stands_before_them() {
    assertThat(choices("broadcast", "adapt,segment=8K,waitall,tree=chain,segment=8K,binomial"))
        .containsExactly(
            new NoiseAlgorithm("adapt,segment=8K", "broadcast=topology,segment=8K"),
            new NoiseAlgorithm(
                "waitall,tree=chain,segment=8K", "broadcast=waitall,tree=chain,segment=8K"),
            new NoiseAlgorithm("binomial", "broadcast=binomial"));
    assertThat(choices("broadcast", "broadcast=chain,segment=64K,broadcast=binary"))
        .containsExactly(
            new NoiseAlgorithm("broadcast=chain,segment=64K", "broadcast=chain,segment=64K"),
            new NoiseAlgorithm("broadcast=binary", "broadcast=binary"));
  }

  @Test
  void the_same_is_measured_once() {
    assertThat(choices("broadcast", "adapt,chain,adapt")).hasSize(2);
  }

  @Test
  void what_is_not_there_is_refused() {
    assertThatThrownBy(() -> choices("broadcast", "adapt,gossip"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--algorithm broadcast=gossip: ");
    assertThatThrownBy(() -> choices("broadcast", "reduce=chain"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> choices("broadcast", "adapt,colour=red"))
        .hasMessageContaining("colour");
    assertThatThrownBy(() -> choices("broadcast", "")).isInstanceOf(IllegalArgumentException.class);
  }

  private static List<NoiseAlgorithm> choices(String collective, String list) {
    return NoiseAlgorithm.parse(collective, List.of(list.split(",")));
  }
}
