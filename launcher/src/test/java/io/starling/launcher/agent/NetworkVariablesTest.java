package io.starling.launcher.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.launcher.hosts.Network;
import io.starling.launcher.process.HostPlan;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class NetworkVariablesTest {

  private static final String DEVICES = "UCX_NET_DEVICES";

  private static HostPlan plan(Map<String, String> variables) {
    return new HostPlan(1, false, "", List.of("java"), "", variables, List.of());
  }

  private static String devices(Map<String, String> passed, Map<String, String> inherited) {
    Network network = Network.named("lo");
    return NetworkVariables.add(plan(passed), network, true, inherited).variables().get(DEVICES);
  }

  @Test
  void ucx_is_told_the_interface_of_the_chosen_network() {
    assertThat(devices(Map.of("A", "1"), Map.of())).isEqualTo("lo");
  }

  @Test
  void what_the_user_has_set_wins() {
    assertThat(devices(Map.of(DEVICES, "eth9"), Map.of())).isEqualTo("eth9");
    assertThat(devices(Map.of(), Map.of(DEVICES, "eth9"))).isNull();
  }

  @Test
  void ucx_does_not_wait_for_connections_unless_the_user_wants_it() {
    Network network = Network.named("lo");
    String variable = "UCX_TCP_CONN_NB";
    assertThat(NetworkVariables.add(plan(Map.of()), network, true, Map.of()).variables())
        .containsEntry(variable, "y");
    assertThat(
            NetworkVariables.add(plan(Map.of(variable, "n")), network, true, Map.of()).variables())
        .containsEntry(variable, "n");
    assertThat(
            NetworkVariables.add(plan(Map.of()), network, true, Map.of(variable, "n")).variables())
        .doesNotContainKey(variable);
  }
}
