package io.starling.launcher.agent;

import io.starling.launcher.hosts.HostInterface;
import io.starling.launcher.hosts.ThisHost;
import io.starling.runtime.StarlingException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The main class of the process on another host that starts and watches over its ranks. Its orders
 * come through its standard input, whose end means that nobody needs it any more.
 */
public final class AgentMain {

  private static final int FAILURE = 1;
  private static final Duration TO_END = Duration.ofSeconds(2);
  private static final String SLURM_NAME = "SLURMD_NODENAME";

  private AgentMain() {}

  public static void main(String[] arguments) {
    System.setProperty("java.util.logging.SimpleFormatter.format", "starling: %5$s%n");
    int status = FAILURE;
    try {
      AgentOrders orders = AgentOrders.read(System.in);
      Agent agent = new Agent(orders, position(orders, System.getenv()), network(orders));
      Thread.ofPlatform().daemon().name("stdin-end").start(() -> awaitEnd(agent));
      endInOrder(agent);
      agent.run();
      status = 0;
    } catch (IOException | IllegalArgumentException | StarlingException e) {
      System.err.println("the agent on " + ThisHost.name() + ": " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    System.err.flush();
    // Nothing is left to be done in order, and a thread may wait for a rank that has gone.
    Runtime.getRuntime().halt(status);
  }

  /** A batch system may tell the agent to end, with TERM: it leaves nothing behind either. */
  private static void endInOrder(Agent agent) {
    Thread main = Thread.currentThread();
    Runtime.getRuntime()
        .addShutdownHook(
            Thread.ofPlatform()
                .unstarted(
                    () -> {
                      agent.lost("the batch system has ended this agent");
                      try {
                        main.join(TO_END);
                      } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                      }
                    }));
  }

  private static void awaitEnd(Agent agent) {
    try {
      InputStream in = System.in;
      while (in.read() >= 0) {
        // Nothing but the orders is meant for an agent.
      }
    } catch (IOException e) {
      // It is closed in another way.
    }
    agent.lost("the program that started this agent has ended");
  }

  /** Where this host stands in the list. */
  private static int position(AgentOrders orders, Map<String, String> environment) {
    List<RemoteHost> hosts = orders.hosts();
    String name = environment.getOrDefault(SLURM_NAME, "");
    return IntStream.range(0, hosts.size())
        .filter(
            i ->
                orders.host() == AgentOrders.BY_NAME
                    ? hosts.get(i).name().equals(name)
                    : hosts.get(i).number() == orders.host())
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no host " + orders.host() + " " + name));
  }

  private static HostInterface network(AgentOrders orders) throws IOException {
    if (!orders.net().isEmpty()) {
      return HostInterface.named(orders.net());
    }
    String parent = orders.parent().host();
    return HostInterface.towards(InetAddress.getByName(parent))
        .orElseThrow(
            () ->
                new IOException("no interface reaches the launcher at " + parent + "; use --net"));
  }
}
