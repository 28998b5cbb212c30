package io.starling.launcher.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.starling.launcher.agent.AgentMessage;
import io.starling.launcher.agent.AgentMessage.AgentFailed;
import io.starling.launcher.agent.AgentMessage.InputTaken;
import io.starling.launcher.agent.AgentMessage.Output;
import io.starling.launcher.agent.AgentMessage.RankEnded;
import io.starling.launcher.agent.AgentMessage.ServiceEnded;
import io.starling.launcher.agent.AgentMessage.ServiceNote;
import io.starling.launcher.agent.AgentMessage.ServiceOutput;
import io.starling.launcher.agent.AgentMessage.ServiceReady;
import io.starling.launcher.agent.AgentMessageCodec;
import io.starling.launcher.agent.RemoteHost;
import io.starling.launcher.output.JobOutput;
import io.starling.launcher.output.OutputRequest;
import io.starling.launcher.process.HeapShare;
import io.starling.launcher.process.HostPlan;
import io.starling.launcher.process.RankStart;
import io.starling.launcher.service.ServicePlan;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the launcher believes of what agents tell: host 1 has ranks 0 and 1, host 2 rank 2. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class AgentsTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream errors = new ByteArrayOutputStream();
  private final JobOutput output = new JobOutput(OutputRequest.DEFAULT, 3, out, errors, () -> {});
  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private final Agents agents =
      new Agents(
          (_, _) -> {},
          List.of(new RemoteHost(1, "node1"), new RemoteHost(2, "node2")),
          events,
          output);

  @BeforeEach
  void start_ranks() {
    for (int rank = 0; rank < 3; rank++) {
      output.expect(rank, "");
    }
    agents.start(1, plan(0, 1));
    agents.start(2, plan(2));
  }

  @AfterEach
  void close() throws IOException {
    output.close();
  }

  private static HostPlan plan(Integer... ranks) {
    List<RankStart> starts =
        List.of(ranks).stream()
            .map(rank -> new RankStart(rank, Map.of(), Optional.empty()))
            .toList();
    return new HostPlan(3, false, "/", List.of("java"), HeapShare.UNDECIDED, "", Map.of(), starts);
  }

  private void hear(int host, AgentMessage message) {
    agents.received(host, AgentMessageCodec.encode(message));
  }

  @Test
  void an_agent_tells_of_its_own_ranks() throws InterruptedException {
    hear(2, new Output(2, false, "hello\n".getBytes(StandardCharsets.UTF_8)));
    hear(2, new RankEnded(2, 7));
    agents.close();
    agents.awaitEnded();

    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("hello\n");
    assertThat(events).containsExactly(new Event.RankEnded(2, 7));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, -1, Integer.MAX_VALUE, Integer.MIN_VALUE})
  void an_agent_that_speaks_for_other_ranks_is_lost(int rank) throws InterruptedException {
    hear(2, new RankEnded(rank, 0));
    hear(2, new Output(rank, false, "hello\n".getBytes(StandardCharsets.UTF_8)));
    agents.close();
    agents.awaitEnded();

    assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
    assertThat(events)
        .containsExactly(new Event.HostLost(2, "has sent a message that is not an agent's"));
  }

  @Test
  void only_the_host_of_rank_0_has_taken_input_and_only_hosts_of_the_job_fail() {
    hear(2, new InputTaken(1 << 18));
    hear(1, new AgentFailed(7, "words"));

    assertThat(events)
        .containsExactly(
            new Event.HostLost(2, "has sent a message that is not an agent's"),
            new Event.HostLost(1, "has sent a message that is not an agent's"));
  }

  @Test
  void an_agent_tells_of_a_service_that_it_was_to_start() throws InterruptedException {
    agents.services().start(1, new ServicePlan("objects", "", List.of("java"), Map.of()));
    hear(1, new ServiceReady("10.0.0.1:7"));
    hear(1, new ServiceNote("it is cold"));
    hear(1, new ServiceOutput("last words".getBytes(StandardCharsets.UTF_8)));
    hear(1, new ServiceEnded(137));
    hear(2, new ServiceReady("10.0.0.2:7"));
    agents.close();
    agents.awaitEnded();

    assertThat(events)
        .containsExactly(
            new Event.ServiceReady(1, "10.0.0.1:7"),
            new Event.ServiceEnded(1, 137),
            new Event.HostLost(2, "has sent a message that is not an agent's"));
    assertThat(errors.toString(StandardCharsets.UTF_8))
        .isEqualTo("starling: node1: it is cold\nlast words");
  }

  @Test
  void services_end_when_the_ranks_of_all_hosts_have() throws InterruptedException {
    agents.services().start(1, new ServicePlan("objects", "", List.of("java"), Map.of()));
    Thread waiting = Thread.ofVirtual().unstarted(this::awaitRanksEnded);
    hear(1, new AgentMessage.RanksEnded());
    waiting.start();
    assertThat(waiting.join(Duration.ofMillis(50))).isFalse();
    hear(2, new AgentMessage.Ended());
    waiting.join();

    hear(2, new AgentMessage.RanksEnded());
    assertThat(events)
        .containsExactly(new Event.HostLost(2, "has sent a message that is not an agent's"));
    agents.close();
  }

  private void awaitRanksEnded() {
    try {
      agents.awaitRanksEnded();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void an_agent_has_no_ranks_before_it_is_to_start_them() {
    Agents early = new Agents((_, _) -> {}, List.of(new RemoteHost(1, "node1")), events, output);

    early.received(1, AgentMessageCodec.encode(new RankEnded(0, 0)));
    early.close();

    assertThat(events)
        .containsExactly(new Event.HostLost(1, "has sent a message that is not an agent's"));
  }
}
