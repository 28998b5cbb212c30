package io.starling.runtime.reduction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.runtime.datatype.Datatype;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class FoldWarmupTest {

  @Test
  void endsAndMayBeRepeated() {
    FoldWarmup.warm(ReductionOperators.SUM, Datatype.FLOAT32);
    FoldWarmup.warm(ReductionOperators.SUM, Datatype.FLOAT32);
  }

  @Test
  void runsOnADaemonThreadIfSoWished() throws InterruptedException {
    Thread thread = FoldWarmup.warmInBackground(ReductionOperators.MAX, Datatype.INT64);

    assertThat(thread.isDaemon()).isTrue();
    assertThat(thread.getName()).contains("max").contains("INT64");
    assertThat(thread.join(Duration.ofSeconds(20))).isTrue();
  }

  @Test
  void refusesWhatTheOperatorRefuses() {
    assertThatThrownBy(() -> FoldWarmup.warm(ReductionOperators.SUM, Datatype.INT32_INDEX))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () -> FoldWarmup.warmInBackground(ReductionOperators.SUM, Datatype.INT32_INDEX))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
