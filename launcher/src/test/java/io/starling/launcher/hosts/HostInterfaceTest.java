package io.starling.launcher.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class HostInterfaceTest {

  @ParameterizedTest
  @ValueSource(strings = {"lo", "127.0.0.1", "127.0.0.0/8", "127.9.9.9/8"})
  void an_interface_is_found_by_its_name_its_address_or_its_network(String choice) {
    HostInterface network = HostInterface.named(choice);
    assertThat(network.device()).isEqualTo("lo");
    assertThat(network.address()).isEqualTo(InetAddress.ofLiteral("127.0.0.1"));
    assertThat(HostInterface.named(network.range())).isEqualTo(network);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"nosuch0", "203.0.113.1", "203.0.113.0/24", "127.0.0.0/99", "1.2.3/8", ""})
  void what_is_not_there_is_refused_with_what_is(String choice) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> HostInterface.named(choice))
        .withMessageContaining("--net " + choice + ": ")
        .withMessageContaining("lo 127.0.0.1/8");
  }

  @Test
  void a_bridge_is_known_by_its_folder(@TempDir Path interfaces) throws IOException {
    Files.createDirectories(interfaces.resolve("lo"));
    assertThat(HostInterface.named("lo").isBridge(interfaces)).isFalse();
    Files.createDirectory(interfaces.resolve("lo").resolve("bridge"));
    assertThat(HostInterface.named("lo").isBridge(interfaces)).isTrue();
  }

  @Test
  void the_way_to_this_host_is_its_loopback_interface() {
    assertThat(HostInterface.towards(InetAddress.ofLiteral("127.0.0.1")))
        .contains(HostInterface.named("lo"));
  }

  @Test
  void this_host_goes_by_its_name_and_by_addresses_of_its_own() {
    assertThat(new String[] {"localhost", "127.0.0.1", "127.0.0.7", ThisHost.name()})
        .allMatch(ThisHost::is);
    assertThat(new String[] {"203.0.113.1", "user@localhost", "no-such-host.invalid"})
        .noneMatch(ThisHost::is);
  }
}
