package io.starling.launcher.agent;

import io.starling.launcher.agent.AgentMessage.AgentFailed;
import io.starling.launcher.agent.AgentMessage.End;
import io.starling.launcher.agent.AgentMessage.EndService;
import io.starling.launcher.agent.AgentMessage.Ended;
import io.starling.launcher.agent.AgentMessage.Input;
import io.starling.launcher.agent.AgentMessage.InputTaken;
import io.starling.launcher.agent.AgentMessage.Kill;
import io.starling.launcher.agent.AgentMessage.Measure;
import io.starling.launcher.agent.AgentMessage.Measured;
import io.starling.launcher.agent.AgentMessage.NotMeasured;
import io.starling.launcher.agent.AgentMessage.NotStarted;
import io.starling.launcher.agent.AgentMessage.OpenStation;
import io.starling.launcher.agent.AgentMessage.Output;
import io.starling.launcher.agent.AgentMessage.RankEnded;
import io.starling.launcher.agent.AgentMessage.RanksEnded;
import io.starling.launcher.agent.AgentMessage.Ready;
import io.starling.launcher.agent.AgentMessage.Refused;
import io.starling.launcher.agent.AgentMessage.ServiceEnded;
import io.starling.launcher.agent.AgentMessage.ServiceFailed;
import io.starling.launcher.agent.AgentMessage.ServiceNote;
import io.starling.launcher.agent.AgentMessage.ServiceOutput;
import io.starling.launcher.agent.AgentMessage.ServiceReady;
import io.starling.launcher.agent.AgentMessage.Start;
import io.starling.launcher.agent.AgentMessage.StartService;
import io.starling.launcher.agent.AgentMessage.StationOpened;
import io.starling.launcher.agent.AgentMessage.Taken;
import io.starling.launcher.process.HeapShare;
import io.starling.launcher.process.HostPlan;
import io.starling.launcher.process.RankStart;
import io.starling.launcher.service.ServicePlan;
import io.starling.runtime.bootstrap.api.ProcessNumbers;
import io.starling.topology.locality.probe.PairSample;
import io.starling.topology.locality.probe.ProbeStation;
import io.starling.topology.machine.CpuSet;
import io.starling.topology.machine.MachineCodec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Messages as bytes: a letter for the kind, then the fields in their order. */
public final class AgentMessageCodec {

  private static final int LEAST_OF_A_RANK = 2 * Integer.BYTES + Byte.BYTES;

  private AgentMessageCodec() {}

  /** For {@link #decode}. */
  public static byte[] encode(AgentMessage message) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new MessageFields.Writer(new DataOutputStream(bytes))) {
      write(message, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /**
   * Reads what {@link #encode} has written.
   *
   * @throws IllegalArgumentException if it is nothing of the kind
   */
  public static AgentMessage decode(byte[] bytes) {
    try (var in = new MessageFields.Reader(new DataInputStream(new ByteArrayInputStream(bytes)))) {
      AgentMessage message = read(in);
      in.requireEnd();
      return message;
    } catch (IOException | IllegalArgumentException e) {
      throw new IllegalArgumentException("a damaged message: " + e.getMessage(), e);
    }
  }

  private static void write(AgentMessage message, MessageFields.Writer out) throws IOException {
    switch (message) {
      case Ready(HostReport host) -> writeReport(out.kind('Y'), host);
      case Refused(String reason) -> out.kind('N').text(reason);
      case AgentFailed(int host, String words) -> out.kind('F').number(host).text(words);
      case Start(HostPlan plan) -> writePlan(out.kind('S'), plan);
      case Kill(List<Integer> ranks) ->
          out.kind('K').texts(ranks.stream().map(String::valueOf).toList());
      case NotStarted(int first, String reason) -> out.kind('f').number(first).text(reason);
      case Output(int rank, boolean error, byte[] bytes) ->
          out.kind('O').number(rank).flag(error).bytes(bytes);
      case OpenStation() -> out.kind('o');
      case StationOpened(ProbeStation.Place place) -> writePlace(out.kind('p'), place);
      case Measure measure ->
          writePlace(out.kind('M'), measure.peer())
              .number(measure.probes())
              .flag(measure.withBandwidth())
              .number(Math.toIntExact(measure.timeout().toMillis()));
      case Measured(PairSample sample) ->
          out.kind('m')
              .real(sample.roundTrip())
              .real(sample.bandwidth())
              .number(sample.sent())
              .number(sample.lost())
              .flag(sample.overTcp());
      case NotMeasured(String reason) -> out.kind('n').text(reason);
      case Taken(int bytes) -> out.kind('T').number(bytes);
      case Input(byte[] bytes) -> out.kind('I').bytes(bytes);
      case InputTaken(int bytes) -> out.kind('t').number(bytes);
      case RankEnded(int rank, int status) -> out.kind('R').number(rank).number(status);
      case StartService(ServicePlan plan) ->
          out.kind('V')
              .text(plan.name())
              .text(plan.directory())
              .texts(plan.command())
              .texts(plan.settings());
      case ServiceReady(String place) -> out.kind('v').text(place);
      case ServiceFailed(String words) -> out.kind('x').text(words);
      case ServiceNote(String words) -> out.kind('w').text(words);
      case ServiceOutput(byte[] bytes) -> out.kind('b').bytes(bytes);
      case ServiceEnded(int status) -> out.kind('d').number(status);
      case End(Duration grace) -> out.kind('E').number(Math.toIntExact(grace.toMillis()));
      case RanksEnded() -> out.kind('r');
      case EndService() -> out.kind('q');
      case Ended() -> out.kind('e');
    }
  }

  private static AgentMessage read(MessageFields.Reader in) throws IOException {
    char kind = in.kind();
    return switch (kind) {
      case 'Y' -> new Ready(readReport(in));
      case 'N' -> new Refused(in.text());
      case 'F' -> new AgentFailed(in.number(), in.text());
      case 'S' -> new Start(readPlan(in));
      case 'K' -> new Kill(in.texts().stream().map(Integer::valueOf).toList());
      case 'f' -> new NotStarted(in.number(), in.text());
      case 'O' -> new Output(in.number(), in.flag(), in.bytes());
      case 'o' -> new OpenStation();
      case 'p' -> new StationOpened(readPlace(in));
      case 'M' ->
          new Measure(readPlace(in), in.number(), in.flag(), Duration.ofMillis(in.number()));
      case 'm' ->
          new Measured(new PairSample(in.real(), in.real(), in.number(), in.number(), in.flag()));
      case 'n' -> new NotMeasured(in.text());
      case 'T' -> new Taken(in.number());
      case 'I' -> new Input(in.bytes());
      case 't' -> new InputTaken(in.number());
      case 'R' -> new RankEnded(in.number(), in.number());
      case 'V' ->
          new StartService(new ServicePlan(in.text(), in.text(), in.texts(), in.textsByName()));
      case 'v' -> new ServiceReady(in.text());
      case 'x' -> new ServiceFailed(in.text());
      case 'w' -> new ServiceNote(in.text());
      case 'b' -> new ServiceOutput(in.bytes());
      case 'd' -> new ServiceEnded(in.number());
      case 'E' -> new End(Duration.ofMillis(in.number()));
      case 'r' -> new RanksEnded();
      case 'q' -> new EndService();
      case 'e' -> new Ended();
      default -> throw new IOException("there is no kind of message " + (int) kind);
    };
  }

  private static MessageFields.Writer writePlace(MessageFields.Writer out, ProbeStation.Place place)
      throws IOException {
    return out.text(place.address()).number(place.udp()).number(place.tcp());
  }

  private static ProbeStation.Place readPlace(MessageFields.Reader in) throws IOException {
    return new ProbeStation.Place(in.text(), in.number(), in.number());
  }

  private static void writeReport(MessageFields.Writer out, HostReport host) throws IOException {
    out.text(host.identity()).text(host.name()).text(host.address()).number(host.processors());
    out.text(host.allowed().toString()).bytes(MachineCodec.encode(host.machine()));
  }

  private static HostReport readReport(MessageFields.Reader in) throws IOException {
    return new HostReport(
        in.text(), in.text(), in.text(), in.number(), in.cpus(), MachineCodec.decode(in.bytes()));
  }

  private static void writePlan(MessageFields.Writer out, HostPlan plan) throws IOException {
    ProcessNumbers numbers = plan.numbers();
    out.number(numbers.first()).number(numbers.capacity()).flag(numbers.severalHosts());
    out.number(plan.size()).flag(plan.oversubscribed()).text(plan.directory());
    out.texts(plan.command())
        .real(plan.heap().percent())
        .text(plan.archive())
        .texts(plan.variables());
    out.number(plan.ranks().size());
    for (RankStart rank : plan.ranks()) {
      out.number(rank.rank()).texts(rank.variables()).flag(rank.binding().isPresent());
      if (rank.binding().isPresent()) {
        out.text(rank.binding().get().toString());
      }
    }
  }

  private static HostPlan readPlan(MessageFields.Reader in) throws IOException {
    ProcessNumbers numbers = new ProcessNumbers(in.number(), in.number(), in.flag());
    int size = in.number();
    boolean oversubscribed = in.flag();
    String directory = in.text();
    List<String> command = in.texts();
    HeapShare heap = new HeapShare(in.real());
    String archive = in.text();
    var variables = in.textsByName();
    RankStart[] ranks = new RankStart[in.count(LEAST_OF_A_RANK)];
    for (int i = 0; i < ranks.length; i++) {
      int rank = in.number();
      var own = in.textsByName();
      Optional<CpuSet> binding = in.flag() ? Optional.of(in.cpus()) : Optional.empty();
      ranks[i] = new RankStart(rank, own, binding);
    }
    return new HostPlan(
        size,
        oversubscribed,
        directory,
        command,
        heap,
        archive,
        variables,
        List.of(ranks),
        numbers);
  }
}
