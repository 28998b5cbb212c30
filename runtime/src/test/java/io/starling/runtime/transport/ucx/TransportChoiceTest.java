package io.starling.runtime.transport.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class TransportChoiceTest {

  @Test
  void ranks_of_one_host_do_without_tcp_and_others_may_need_it() {
    assertThat(TransportChoice.of(true, Map.of())).containsEntry("TLS", "^tcp");
    assertThat(TransportChoice.of(false, Map.of())).doesNotContainKey("TLS");
  }

  @ParameterizedTest
  @ValueSource(strings = {"UCX_TLS", "UCX_NET_DEVICES"})
  void what_the_user_has_chosen_is_left_alone(String variable) {
    assertThat(TransportChoice.of(true, Map.of(variable, "all"))).doesNotContainKey("TLS");
  }

  @Test
  void processors_carry_out_atomic_accesses_unless_the_user_has_chosen() {
    assertThat(TransportChoice.of(false, Map.of())).containsEntry("ATOMIC_MODE", "cpu");
    assertThat(TransportChoice.of(false, Map.of("UCX_ATOMIC_MODE", "device")))
        .doesNotContainKey("ATOMIC_MODE");
  }
}
