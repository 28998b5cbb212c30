package io.starling.runtime.bootstrap.store;

import io.starling.runtime.bootstrap.api.AgentLink;
import io.starling.runtime.bootstrap.api.AgentTree;
import io.starling.runtime.bootstrap.api.JobFile;
import io.starling.runtime.bootstrap.api.Membership;
import io.starling.runtime.bootstrap.api.Supervision;
import io.starling.runtime.bootstrap.client.StoreClient;
import io.starling.runtime.bootstrap.wire.Texts;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A launcher's store and agents, with what they have heard, all in this process. */
final class StoreTree implements AutoCloseable {

  static final Duration LONG = Duration.ofSeconds(20);

  final StoreServer root;
  final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
  private final int size;
  private final Duration silence;
  private final List<AgentStore> agents = new ArrayList<>();

  StoreTree(int size) throws IOException {
    this(size, Duration.ofSeconds(10));
  }

  StoreTree(int size, Duration silence) throws IOException {
    this.size = size;
    this.silence = silence;
    root = StoreServer.open(size, InetAddress.getLoopbackAddress(), silence);
    root.listen(
        new AgentTree.Listener() {
          @Override
          public void joined(int host) {
            heard.add("joined " + host);
          }

          @Override
          public void received(int host, byte[] message) {
            heard.add(host + " said " + Texts.text(message));
          }

          @Override
          public void lost(int host, String reason) {
            heard.add("lost " + host + ": " + reason);
          }
        });
  }

  /** An agent that serves ranks; what it hears is told with its host. */
  AgentStore agent(int host, JobFile parent, int... ranks) throws IOException {
    AgentLink.Listener listener =
        new AgentLink.Listener() {
          @Override
          public void received(byte[] message) {
            heard.add(host + " heard " + Texts.text(message));
          }

          @Override
          public void lost(String reason) {
            heard.add(host + " lost: " + reason);
          }
        };
    InetAddress loopback = InetAddress.getLoopbackAddress();
    AgentStore agent = AgentStore.join(parent, host, loopback, silence, listener);
    agents.add(agent);
    BitSet served = new BitSet();
    for (int rank : ranks) {
      served.set(rank);
    }
    agent.serve(size, served);
    return agent;
  }

  List<AgentStore> agents() {
    return agents;
  }

  StoreClient rank(int rank, JobFile job) {
    return StoreClient.connect(new Membership(rank, size, 0, 1, false), job);
  }

  static BitSet set(int... ranks) {
    BitSet set = new BitSet();
    for (int rank : ranks) {
      set.set(rank);
    }
    return set;
  }

  static void awaitFence(StoreClient client, String name) throws InterruptedException {
    while (!client.fencePassed(name)) {
      Thread.sleep(1);
    }
  }

  static Supervision.Agreement awaitAgreement(StoreClient client, String name)
      throws InterruptedException {
    var outcome = client.agreement(name);
    while (outcome.isEmpty()) {
      Thread.sleep(1);
      outcome = client.agreement(name);
    }
    return outcome.get();
  }

  @Override
  public void close() throws IOException {
    root.close();
    agents.forEach(AgentStore::close);
  }
}
