package io.starling.launcher.remote;

import io.starling.launcher.agent.AgentMessage;
import io.starling.launcher.agent.AgentMessage.Measure;
import io.starling.launcher.agent.AgentMessage.Measured;
import io.starling.launcher.agent.AgentMessage.NotMeasured;
import io.starling.launcher.agent.AgentMessage.OpenStation;
import io.starling.launcher.agent.AgentMessage.StationOpened;
import io.starling.launcher.agent.ProbeDesk;
import io.starling.launcher.exit.LaunchException;
import io.starling.launcher.exit.SignalledException;
import io.starling.launcher.exit.Signals;
import io.starling.topology.locality.probe.AdaptiveProbe;
import io.starling.topology.locality.probe.BandwidthProbe;
import io.starling.topology.locality.probe.FullProbe;
import io.starling.topology.locality.probe.Pair;
import io.starling.topology.locality.probe.PairMeter;
import io.starling.topology.locality.probe.PairSample;
import io.starling.topology.locality.probe.ProbeStation;
import io.starling.topology.locality.probe.ProbedMatrix;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;

/** Measures the links between the hosts of agents and this one, if it is among them. */
public final class HostProbing implements AutoCloseable {

  /** The seed of the choice of pairs. */
  private static final long SEED = 1;

  /** After so long a probe is lost. */
  private static final Duration LOST_AFTER = Duration.ofSeconds(1);

  /** What a probe may take, beside the patience: a slow network is not silence. */
  private static final Duration PROBE_TIME = Duration.ofMillis(10);

  private final HostAgents hosts;
  private final Agents agents;
  private final BlockingQueue<Event> events;
  private final ProbeDesk desk;
  private final Map<Integer, ProbeStation.Place> places = new HashMap<>();

  /**
   * How to measure.
   *
   * @param probes for each pair, half of them in each direction
   * @param adaptive whether to measure only as many pairs as clusters need
   * @param withBandwidth whether to measure the bandwidth, too
   * @param patience how long a host may take to answer
   */
  record Plan(int probes, boolean adaptive, boolean withBandwidth, Duration patience) {}

  private HostProbing(HostAgents hosts, Agents agents, BlockingQueue<Event> events) {
    this.hosts = hosts;
    this.agents = agents;
    this.events = events;
    desk = new ProbeDesk(hosts.network().address());
  }

  /** For agents that have answered; it opens nothing yet. */
  public static HostProbing open(HostAgents hosts, Agents agents, BlockingQueue<Event> events) {
    return new HostProbing(hosts, agents, events);
  }

  /** A job is about to end by a signal. */
  private static final class Stopped extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final int signal;

    Stopped(int signal) {
      this.signal = signal;
    }
  }

  /**
   * Measures.
   *
   * @param done takes the number of pairs measured so far
   * @throws LaunchException if a host does not answer; the message names it
   */
  ProbedMatrix run(Plan plan, IntConsumer done) throws InterruptedException, SignalledException {
    try {
      openStations(plan);
      int count = hosts.others().size() + (hosts.self().isPresent() ? 1 : 0);
      int probes = Math.max(1, plan.probes() / 2);
      PairMeter meter = pairs -> measure(pairs, probes, false, plan.patience());
      ProbedMatrix matrix =
          plan.adaptive()
              ? AdaptiveProbe.run(count, meter, done, SEED)
              : FullProbe.run(count, meter, done);
      if (plan.withBandwidth()) {
        PairMeter streams = pairs -> measure(pairs, 1, true, plan.patience());
        if (plan.adaptive()) {
          BandwidthProbe.adapt(matrix, streams, SEED);
        } else {
          BandwidthProbe.run(matrix, streams);
        }
      }
      return matrix;
    } catch (Stopped e) {
      throw new SignalledException(e.signal);
    }
  }

  private void openStations(Plan plan) throws InterruptedException {
    hosts.others().forEach(other -> agents.tell(other.number(), new OpenStation()));
    Set<Integer> asked =
        hosts.others().stream().map(other -> other.number()).collect(Collectors.toSet());
    Map<Integer, AgentMessage> answers = answers(asked, plan.patience());
    hosts.self().ifPresent(self -> answers.put(self, desk.open()));
    answers.forEach(
        (host, answer) -> {
          switch (answer) {
            case StationOpened(ProbeStation.Place place) -> places.put(host, place);
            case NotMeasured(String reason) ->
                throw new LaunchException(
                    "cannot measure from %s: %s".formatted(name(host), reason));
            default -> throw new IllegalStateException("not an answer: " + answer);
          }
        });
  }

  private List<PairSample> measure(
      List<Pair> pairs, int probes, boolean withBandwidth, Duration patience)
      throws InterruptedException {
    Map<Integer, Integer> peers = pairs.stream().collect(Collectors.toMap(Pair::from, Pair::to));
    peers.forEach((host, peer) -> ask(host, order(peer, probes, withBandwidth)));
    Duration allowed = patience.plus(PROBE_TIME.multipliedBy(probes));
    Map<Integer, AgentMessage> answers = answers(peers.keySet(), allowed);
    List<PairSample> samples = new ArrayList<>();
    for (Pair pair : pairs) {
      switch (answers.get(pair.from())) {
        case Measured(PairSample sample) -> samples.add(sample);
        case NotMeasured(String reason) ->
            throw new LaunchException(
                "%s does not answer %s: %s; open all ports between the hosts, or choose another network with --net"
                    .formatted(name(pair.to()), name(pair.from()), reason));
        case AgentMessage other -> throw new IllegalStateException("not an answer: " + other);
      }
    }
    return samples;
  }

  /** This host measures on a thread of its own, so that patience and signals end it, too. */
  private void ask(int host, Measure order) {
    if (hosts.self().equals(Optional.of(host))) {
      Thread.ofPlatform()
          .daemon()
          .name("probe")
          .start(() -> events.add(new Event.Probed(host, desk.measure(order))));
    } else {
      agents.tell(host, order);
    }
  }

  private Measure order(int peer, int probes, boolean withBandwidth) {
    return new Measure(places.get(peer), probes, withBandwidth, LOST_AFTER);
  }

  /** Waits for an answer of each host. */
  private Map<Integer, AgentMessage> answers(Collection<Integer> asked, Duration patience)
      throws InterruptedException {
    Map<Integer, AgentMessage> answers = new HashMap<>();
    Set<Integer> silent = new TreeSet<>(asked);
    long deadline = System.nanoTime() + patience.toNanos();
    while (!silent.isEmpty()) {
      Event event = events.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      switch (event) {
        case null ->
            throw new LaunchException(
                "no answer from %s within %s s (--patience)"
                    .formatted(
                        silent.stream().map(this::name).collect(Collectors.joining(", ")),
                        patience.toMillis() / 1000.0));
        case Event.Probed(int host, AgentMessage answer) -> {
          silent.remove(host);
          answers.put(host, answer);
        }
        case Event.HostLost(int host, String reason) ->
            throw new LaunchException("lost %s: %s".formatted(name(host), reason));
        case Event.Signalled(int number) when number != Signals.REPORT -> throw new Stopped(number);
        default -> {
          // It says nothing of links.
        }
      }
    }
    return answers;
  }

  private String name(int host) {
    String name = agents.name(host);
    return name == null ? "this host" : name;
  }

  @Override
  public void close() throws IOException {
    desk.close();
  }
}
