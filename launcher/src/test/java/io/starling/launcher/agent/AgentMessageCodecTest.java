package io.starling.launcher.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.starling.launcher.agent.AgentMessage.AgentFailed;
import io.starling.launcher.agent.AgentMessage.End;
import io.starling.launcher.agent.AgentMessage.Ended;
import io.starling.launcher.agent.AgentMessage.Input;
import io.starling.launcher.agent.AgentMessage.InputTaken;
import io.starling.launcher.agent.AgentMessage.Output;
import io.starling.launcher.agent.AgentMessage.RankEnded;
import io.starling.launcher.agent.AgentMessage.Ready;
import io.starling.launcher.agent.AgentMessage.Refused;
import io.starling.launcher.agent.AgentMessage.ServiceEnded;
import io.starling.launcher.agent.AgentMessage.ServiceFailed;
import io.starling.launcher.agent.AgentMessage.ServiceNote;
import io.starling.launcher.agent.AgentMessage.ServiceOutput;
import io.starling.launcher.agent.AgentMessage.ServiceReady;
import io.starling.launcher.agent.AgentMessage.Start;
import io.starling.launcher.agent.AgentMessage.StartService;
import io.starling.launcher.agent.AgentMessage.Taken;
import io.starling.launcher.process.HeapShare;
import io.starling.launcher.process.HostPlan;
import io.starling.launcher.process.RankStart;
import io.starling.launcher.service.ServicePlan;
import io.starling.runtime.bootstrap.api.ProcessNumbers;
import io.starling.topology.locality.probe.PairSample;
import io.starling.topology.locality.probe.ProbeStation;
import io.starling.topology.machine.CpuSet;
import io.starling.topology.machine.Machine;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
final class AgentMessageCodecTest {

  private static final long SEED = Long.getLong("starling.seed", System.nanoTime());
  private static final int TRIES = 20_000;

  private static final HostPlan PLAN =
      new HostPlan(
          4,
          true,
          "/home/närrisch",
          List.of("java", "-cp", "a b:c", "Main"),
          new HeapShare(18.75),
          "",
          Map.of("A", "1", "LINES", "one\ntwo"),
          List.of(
              new RankStart(1, Map.of("STARLING_GPU", "none"), Optional.of(CpuSet.parse("0-3,8"))),
              new RankStart(3, Map.of(), Optional.empty())));

  private static final ServicePlan SERVICE =
      new ServicePlan(
          "objects",
          "/home/närrisch",
          List.of("java", "-cp", "a b:c", "Main"),
          Map.of("memory", "1048576", "contact", "10.0.0.1:40000"));

  private static final List<AgentMessage> MESSAGES =
      List.of(
          new Refused("no"),
          new AgentFailed(3, "ssh: refused"),
          new Start(PLAN),
          new Start(later()),
          new AgentMessage.Kill(List.of(4, 5)),
          new AgentMessage.NotStarted(4, "no such folder"),
          new Taken(17),
          new InputTaken(1 << 20),
          new AgentMessage.OpenStation(),
          new AgentMessage.StationOpened(new ProbeStation.Place("10.0.0.3", 40_000, 40_001)),
          new AgentMessage.Measure(
              new ProbeStation.Place("10.0.0.4", 1, 2), 5000, true, Duration.ofSeconds(1)),
          new AgentMessage.Measured(new PairSample(21.25, 1250.5, 5000, 3, false)),
          new AgentMessage.NotMeasured("nothing answers"),
          new RankEnded(7, 137),
          new StartService(SERVICE),
          new ServiceReady("10.0.0.3:40000"),
          new ServiceFailed("no memory"),
          new ServiceNote("närrisch"),
          new ServiceEnded(137),
          new AgentMessage.RanksEnded(),
          new AgentMessage.EndService(),
          new End(Duration.ofMillis(500)),
          new Ended());

  /** A plan for ranks that come later, of which one is on this host. */
  private static HostPlan later() {
    return new HostPlan(
        2,
        false,
        "/",
        List.of("sleep", "1"),
        HeapShare.UNDECIDED,
        "",
        Map.of(),
        List.of(new RankStart(5, Map.of(), Optional.empty())),
        new ProcessNumbers(4, 70, true));
  }

  private static AgentMessage copy(AgentMessage message) {
    return AgentMessageCodec.decode(AgentMessageCodec.encode(message));
  }

  private static HostReport report() {
    return new HostReport(
        "boot ipc", "node1", "10.1.0.1", 8, CpuSet.parse("0-7"), Machine.flat(CpuSet.parse("0-7")));
  }

  @Test
  void bytes_give_back_the_message() {
    for (AgentMessage message : MESSAGES) {
      assertThat(copy(message)).isEqualTo(message);
    }
    byte[] bytes = {0, -1, 10};
    assertThat(((Input) copy(new Input(bytes))).bytes()).isEqualTo(bytes);
    Output output = (Output) copy(new Output(2, true, bytes));
    assertThat(output.bytes()).isEqualTo(bytes);
    assertThat(output.error()).isTrue();
    assertThat(((ServiceOutput) copy(new ServiceOutput(bytes))).bytes()).isEqualTo(bytes);
    HostReport host = ((Ready) copy(new Ready(report()))).host();
    assertThat(host.name()).isEqualTo("node1");
    assertThat(host.machine().root()).isEqualTo(report().machine().root());
  }

  @Test
  void damaged_bytes_are_refused_and_take_no_memory() {
    Random random = new Random(SEED);
    List<AgentMessage> whole =
        List.of(MESSAGES.get(1), MESSAGES.get(2), new Ready(report()), new StartService(SERVICE));
    for (int i = 0; i < TRIES; i++) {
      byte[] bytes = damaged(AgentMessageCodec.encode(whole.get(i % whole.size())), random);
      try {
        AgentMessage read = AgentMessageCodec.decode(bytes);
        // What still reads as a message must write as one.
        assertThat(AgentMessageCodec.encode(read)).as("seed %d", SEED).isNotEmpty();
      } catch (IllegalArgumentException e) {
        assertThat(e).as("seed %d", SEED).hasMessageContaining("damaged");
      }
    }
  }

  private static byte[] damaged(byte[] bytes, Random random) {
    byte[] damaged = Arrays.copyOf(bytes, bytes.length);
    for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
      damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
    }
    return random.nextInt(3) == 0
        ? Arrays.copyOf(damaged, random.nextInt(damaged.length + 8))
        : damaged;
  }

  @Test
  void a_service_gets_one_line_for_each_setting() {
    byte[] bytes =
        AgentMessageCodec.encode(new StartService(SERVICE.with("silence", "1 secret 00")));
    byte[] damaged =
        new String(bytes, StandardCharsets.ISO_8859_1)
            .replace("1 secret", "1\nsecret")
            .getBytes(StandardCharsets.ISO_8859_1);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> AgentMessageCodec.decode(damaged))
        .withMessageContaining("no setting of a service: 'silence'");
  }

  @Test
  void a_length_that_is_not_there_is_refused() {
    byte[] output = AgentMessageCodec.encode(new Output(0, false, new byte[] {1}));
    output[6] = 0x7f;
    assertThatIllegalArgumentException().isThrownBy(() -> AgentMessageCodec.decode(output));
    byte[] ended = Arrays.copyOf(AgentMessageCodec.encode(new Ended()), 2);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AgentMessageCodec.decode(ended))
        .withMessageContaining("1 bytes too many");
    assertThatIllegalArgumentException().isThrownBy(() -> AgentMessageCodec.decode(new byte[0]));
  }
}
