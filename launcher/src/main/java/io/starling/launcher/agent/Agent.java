package io.starling.launcher.agent;

import io.starling.launcher.agent.AgentMessage.AgentFailed;
import io.starling.launcher.agent.AgentMessage.End;
import io.starling.launcher.agent.AgentMessage.EndService;
import io.starling.launcher.agent.AgentMessage.Ended;
import io.starling.launcher.agent.AgentMessage.Input;
import io.starling.launcher.agent.AgentMessage.Kill;
import io.starling.launcher.agent.AgentMessage.Measure;
import io.starling.launcher.agent.AgentMessage.NotStarted;
import io.starling.launcher.agent.AgentMessage.OpenStation;
import io.starling.launcher.agent.AgentMessage.Output;
import io.starling.launcher.agent.AgentMessage.RankEnded;
import io.starling.launcher.agent.AgentMessage.RanksEnded;
import io.starling.launcher.agent.AgentMessage.Ready;
import io.starling.launcher.agent.AgentMessage.Refused;
import io.starling.launcher.agent.AgentMessage.Start;
import io.starling.launcher.agent.AgentMessage.StartService;
import io.starling.launcher.agent.AgentMessage.Taken;
import io.starling.launcher.hosts.HostInterface;
import io.starling.launcher.hosts.ThisHost;
import io.starling.launcher.process.HostPlan;
import io.starling.launcher.process.HostRanks;
import io.starling.launcher.process.RankStart;
import io.starling.launcher.service.ServicePlan;
import io.starling.launcher.service.ServiceSecret;
import io.starling.runtime.bootstrap.api.AgentLink;
import io.starling.runtime.bootstrap.store.AgentStore;
import io.starling.topology.layout.HostIdentity;
import io.starling.topology.placement.ClusterAllocation;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * What Starling does on each other host of a job: it starts the ranks there, passes on what they
 * write and how they end, and ends them and itself when it loses the launcher.
 */
final class Agent implements AgentLink.Listener, HostRanks.Listener {

  /** How much output may be under way to the launcher. */
  private static final int OUTPUT_WINDOW = 1 << 20;

  /** What a service may take to leave the others and to remove its file. */
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  /** The same where the launcher is lost: who started this agent waits only so long. */
  private static final Duration SHORT_PATIENCE = Duration.ofSeconds(1);

  private static final Redirect NOTHING = Redirect.from(new File("/dev/null"));

  private final AgentOrders orders;
  private final int position;
  private final HostInterface network;

  /** What the launcher has said, in order; nothing once it is lost. */
  private final BlockingQueue<Optional<AgentMessage>> inbox = new LinkedBlockingQueue<>();

  private final Window window = new Window(OUTPUT_WINDOW);
  private final InputFeeder input = new InputFeeder(this::tell);
  private final List<OutputForwarder> forwarders = new ArrayList<>();
  private final AgentService service = new AgentService(window, this::tell);
  private final ProbeDesk probes;
  private volatile AgentStore store;
  private volatile boolean lost;
  private HostRanks ranks;

  Agent(AgentOrders orders, int position, HostInterface network) {
    this.orders = orders;
    this.position = position;
    this.network = network;
    probes = new ProbeDesk(network.address());
  }

  /** Serves until the launcher is lost, or has no more use for this agent. */
  void run() throws IOException, InterruptedException {
    int host = orders.hosts().get(position).number();
    try (AgentStore joined =
        AgentStore.join(orders.parent(), host, network.address(), orders.silence(), this)) {
      store = joined;
      AgentOrders further = orders.at(host, joined.jobFileForAgents());
      try (var below =
          new SshStarter(
              further,
              orders.below(position),
              (failed, words) -> tell(new AgentFailed(failed, words)))) {
        below.start();
        tell(new Ready(report()));
        serve();
      } finally {
        leaveNothing();
      }
    }
  }

  private HostReport report() {
    ClusterAllocation here = ClusterAllocation.here(ThisHost.name());
    return new HostReport(
        HostIdentity.ofThisProcess(),
        ThisHost.name(),
        network.address().getHostAddress(),
        Runtime.getRuntime().availableProcessors(),
        here.allowed().getFirst(),
        here.cluster().nodes().getFirst());
  }

  private void serve() throws IOException, InterruptedException {
    for (var message = inbox.take(); message.isPresent(); message = inbox.take()) {
      switch (message.get()) {
        case OpenStation() -> tell(probes.open());
        case Measure order -> tell(probes.measure(order));
        case StartService(ServicePlan plan) -> start(plan);
        case Start(HostPlan plan) when plan.numbers().areJoined() -> startMore(plan);
        case Start(HostPlan plan) -> start(plan);
        case Kill(List<Integer> gone) -> kill(gone);
        case End(Duration grace) -> end(grace);
        case EndService() -> endService();
        default -> throw new IllegalStateException("not a message of a launcher: " + message.get());
      }
    }
  }

  private void start(ServicePlan plan) throws IOException {
    probes.close();
    if (lacks(plan.command(), plan.directory())) {
      return;
    }
    String secret = ServiceSecret.of(orders.parent(), plan.name());
    String address = network.address().getHostAddress();
    try {
      service.start(plan.with("address", address).with("secret", secret));
    } catch (IOException e) {
      tell(new Refused("it cannot start %s: %s".formatted(plan.name(), e.getMessage())));
    }
  }

  private boolean lacks(List<String> command, String directory) {
    List<String> missing = ClassPathCheck.missing(command, Path.of(directory));
    if (!missing.isEmpty()) {
      tell(
          new Refused(
              "it lacks %s; all hosts must have Starling, the JDK and the program at the same paths"
                  .formatted(String.join(", ", missing))));
    }
    return !missing.isEmpty();
  }

  private void start(HostPlan plan) throws IOException, InterruptedException {
    probes.close();
    if (lacks(plan.command(), plan.directory())) {
      return;
    }
    serve(plan);
    try {
      ranks = HostRanks.start(complete(plan), store.jobFile(), Redirect.PIPE, this);
      input.feed(ranks.input());
    } catch (IOException e) {
      tell(new Refused("it cannot start its ranks: " + e.getMessage()));
    }
  }

  private void serve(HostPlan plan) {
    BitSet here = new BitSet();
    plan.ranks().stream().mapToInt(RankStart::rank).forEach(here::set);
    store.serve(plan.numbers().capacity(), here);
  }

  private HostPlan complete(HostPlan plan) throws IOException {
    HostPlan here =
        HostArchive.choose(
            service.addTo(plan), System.getProperty("java.class.path"), System.getenv());
    return NetworkVariables.add(here, network, !orders.net().isEmpty(), System.getenv());
  }

  /** Starts ranks that come later; the job goes on without them if that fails. */
  private void startMore(HostPlan plan) throws InterruptedException {
    serve(plan);
    try {
      List<String> missing = ClassPathCheck.missing(plan.command(), Path.of(plan.directory()));
      if (!missing.isEmpty()) {
        throw new IOException("it lacks " + String.join(", ", missing));
      }
      if (ranks == null) {
        ranks = HostRanks.start(complete(plan), store.jobFile(), NOTHING, this);
      } else {
        ranks.startMore(complete(plan));
      }
    } catch (IOException e) {
      tell(new NotStarted(plan.numbers().first(), e.getMessage()));
    }
  }

  private void kill(List<Integer> gone) {
    if (ranks != null) {
      ranks.kill(gone);
    }
  }

  private void end(Duration grace) throws InterruptedException {
    if (ranks != null) {
      ranks.end(grace);
      synchronized (forwarders) {
        for (OutputForwarder forwarder : forwarders) {
          forwarder.drain();
        }
      }
    }
    tell(service.isThere() ? new RanksEnded() : new Ended());
  }

  private void endService() throws InterruptedException {
    service.end(PATIENCE);
    tell(new Ended());
  }

  private void leaveNothing() throws IOException, InterruptedException {
    probes.close();
    if (ranks != null) {
      ranks.end(Duration.ZERO);
    }
    service.end(SHORT_PATIENCE);
    if (ranks != null) {
      ranks.close();
    }
  }

  private void tell(AgentMessage message) {
    store.tell(AgentMessageCodec.encode(message));
  }

  @Override
  public void started(int rank, InputStream output, InputStream errors) {
    synchronized (forwarders) {
      forwarders.add(forwarder("stdout-", rank, false, output));
      forwarders.add(forwarder("stderr-", rank, true, errors));
      forwarders.subList(forwarders.size() - 2, forwarders.size()).forEach(OutputForwarder::start);
    }
  }

  private OutputForwarder forwarder(String name, int rank, boolean error, InputStream in) {
    return new OutputForwarder(
        name + rank, in, window, bytes -> new Output(rank, error, bytes), this::tell);
  }

  @Override
  public void ended(int rank, int status) {
    // Ranks that this agent itself ends, as nobody needs them, have not failed: their host is lost.
    if (!lost) {
      tell(new RankEnded(rank, status));
    }
  }

  @Override
  public void received(byte[] bytes) {
    AgentMessage message;
    try {
      message = AgentMessageCodec.decode(bytes);
    } catch (IllegalArgumentException e) {
      lost("the launcher has sent " + e.getMessage());
      return;
    }
    switch (message) {
      case Taken(int taken) -> window.give(taken);
      case Input part -> input.add(part);
      default -> inbox.add(Optional.of(message));
    }
  }

  @Override
  public void lost(String reason) {
    lost = true;
    window.close();
    endMeasurement();
    inbox.add(Optional.empty());
  }

  private void endMeasurement() {
    try {
      probes.close();
    } catch (IOException e) {
      // This process ends, and its sockets with it.
    }
  }
}
