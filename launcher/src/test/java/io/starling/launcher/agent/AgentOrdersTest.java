package io.starling.launcher.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.starling.launcher.hosts.HostAccess;
import io.starling.runtime.bootstrap.api.JobFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class AgentOrdersTest {

  private static AgentOrders orders(int hosts, int width) {
    List<RemoteHost> all =
        IntStream.range(0, hosts).mapToObj(i -> new RemoteHost(i + 1, "node" + i)).toList();
    return new AgentOrders(
        2,
        new JobFile("10.1.0.1", 4711, "00ff".repeat(16)),
        Duration.ofSeconds(10),
        "10.1.0.1/16",
        new HostAccess(List.of("ssh", "-x"), "/opt/närrischer jdk", width),
        all);
  }

  @Test
  void lines_give_back_the_orders_and_leave_what_follows() throws IOException {
    AgentOrders orders = orders(3, 32);
    byte[] lines = orders.toBytes();
    var in = new ByteArrayInputStream(Arrays.copyOf(lines, lines.length + 5));
    assertThat(AgentOrders.read(in)).isEqualTo(orders);
    assertThat(in.available()).isEqualTo(5);
  }

  @Test
  void the_secret_is_not_shown() {
    assertThat(orders(1, 1)).asString().doesNotContain("00ff");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "hello\n", "starling-agent-1\nhost 1\n", "starling-agent-1\nend\n"})
  void orders_that_are_not_whole_are_refused(String text) {
    var in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    assertThatThrownBy(() -> AgentOrders.read(in)).isInstanceOf(IOException.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 32})
  void every_agent_is_started_by_one_process_that_starts_no_more_than_the_width(int width) {
    AgentOrders orders = orders(100, width);
    List<RemoteHost> started = new ArrayList<>();
    for (int position = -1; position < 100; position++) {
      List<RemoteHost> below = orders.below(position);
      assertThat(below).hasSizeLessThanOrEqualTo(width);
      for (RemoteHost host : below) {
        assertThat(orders.hosts().indexOf(host)).isGreaterThan(position);
      }
      started.addAll(below);
    }
    assertThat(started).containsExactlyInAnyOrderElementsOf(orders.hosts());
  }
}
