package io.starling.launcher.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.launcher.hosts.HostInterface;
import io.starling.launcher.process.HeapShare;
import io.starling.launcher.process.HostPlan;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class NetworkVariablesTest {

  private static final String DEVICES = "UCX_NET_DEVICES";

  private static HostPlan plan(Map<String, String> variables) {
    return new HostPlan(
        1, false, "", List.of("java"), HeapShare.UNDECIDED, "", variables, List.of());
  }

  private static String devices(Map<String, String> passed, Map<String, String> inherited) {
    HostInterface network = HostInterface.named("lo");
    return NetworkVariables.add(plan(passed), network, true, inherited).variables().get(DEVICES);
  }

  @Test
  void ucx_gets_the_interface_of_the_chosen_network() {
    assertThat(devices(Map.of("A", "1"), Map.of())).isEqualTo("lo");
  }

  @Test
  void what_the_user_has_set_wins() {
    assertThat(devices(Map.of(DEVICES, "eth9"), Map.of())).isEqualTo("eth9");
    assertThat(devices(Map.of(), Map.of(DEVICES, "eth9"))).isNull();
  }

  @Test
  void ranks_that_are_all_on_one_host_get_no_interface_unless_the_user_has_chosen_it() {
    HostInterface network = HostInterface.named("lo");
    HostPlan all =
        new HostPlan(0, false, "", List.of("java"), HeapShare.UNDECIDED, "", Map.of(), List.of());
    assertThat(NetworkVariables.add(all, network, false, Map.of()).variables())
        .doesNotContainKeys(DEVICES, "UCX_RNDV_THRESH");
    assertThat(NetworkVariables.add(all, network, true, Map.of()).variables())
        .containsEntry(DEVICES, "lo");
  }

  @ParameterizedTest
  @CsvSource({"UCX_TCP_CONN_NB,y", "UCX_RNDV_THRESH,256K"})
  void what_suits_tcp_is_set_unless_the_user_has(String variable, String value) {
    HostInterface network = HostInterface.named("lo");
    assertThat(NetworkVariables.add(plan(Map.of()), network, true, Map.of()).variables())
        .containsEntry(variable, value);
    assertThat(
            NetworkVariables.add(plan(Map.of(variable, "n")), network, true, Map.of()).variables())
        .containsEntry(variable, "n");
    assertThat(
            NetworkVariables.add(plan(Map.of()), network, true, Map.of(variable, "n")).variables())
        .doesNotContainKey(variable);
  }

  @Test
  void only_of_a_bridge_is_ucx_told_that_it_may_be_one() {
    HostInterface network = HostInterface.named("lo");
    assertThat(NetworkVariables.add(plan(Map.of()), network, true, Map.of()).variables())
        .doesNotContainKey("UCX_TCP_BRIDGE_ENABLE");
  }
}
