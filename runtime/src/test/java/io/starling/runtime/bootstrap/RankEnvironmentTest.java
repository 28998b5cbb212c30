package io.starling.runtime.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RankEnvironmentTest {

  private static final RankEnvironment RANK =
      new RankEnvironment(3, 8, 1, 4, Path.of("/run/starling/job"));

  @Test
  void variablesAreReadBack() {
    assertThat(RankEnvironment.from(RANK.toVariables())).contains(RANK);
  }

  @Test
  void aProgramStartedAloneHasNone() {
    assertThat(RankEnvironment.from(Map.of("PATH", "/bin"))).isEmpty();
  }

  @Test
  void aMissingOrMalformedVariableIsNamed() {
    Map<String, String> variables = new HashMap<>(RANK.toVariables());
    variables.put(RankEnvironment.SIZE, "many");
    assertThatThrownBy(() -> RankEnvironment.from(variables))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("STARLING_SIZE")
        .hasMessageContaining("'many'");
    variables.remove(RankEnvironment.SIZE);
    assertThatThrownBy(() -> RankEnvironment.from(variables))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("STARLING_SIZE is not");
  }
}
