package io.starling.runtime.bootstrap.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RankEnvironmentTest {

  private static final RankEnvironment RANK =
      new RankEnvironment(3, 8, 1, 4, true, Path.of("/run/starling/job"));

  @Test
  void variablesAreReadBack() {
    assertThat(RankEnvironment.from(RANK.toVariables())).contains(RANK);
    RankEnvironment alone = new RankEnvironment(3, 8, 1, 4, false, RANK.jobFile());
    assertThat(RankEnvironment.from(alone.toVariables())).contains(alone);
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
    variables.put(RankEnvironment.SIZE, "8");
    variables.put(RankEnvironment.OVERSUBSCRIBED, "yes");
    assertThatThrownBy(() -> RankEnvironment.from(variables))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("STARLING_OVERSUBSCRIBED is 0 or 1, not 'yes'");
  }

  @Test
  void aLauncherThatTellsNothingOfCoresHasAsManyAsThisProcess() {
    int processors = Runtime.getRuntime().availableProcessors();
    assertThat(withoutOversubscribed(processors).oversubscribed()).isFalse();
    assertThat(withoutOversubscribed(processors + 1).oversubscribed()).isTrue();
  }

  private static RankEnvironment withoutOversubscribed(int ranks) {
    Map<String, String> variables =
        new HashMap<>(new RankEnvironment(0, ranks, 0, ranks, false, RANK.jobFile()).toVariables());
    variables.remove(RankEnvironment.OVERSUBSCRIBED);
    return RankEnvironment.from(variables).orElseThrow();
  }
}
