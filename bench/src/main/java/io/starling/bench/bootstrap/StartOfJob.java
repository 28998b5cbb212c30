package io.starling.bench.bootstrap;

import io.starling.runtime.bootstrap.api.AgentLink;
import io.starling.runtime.bootstrap.api.AgentTree;
import io.starling.runtime.bootstrap.api.JobFile;
import io.starling.runtime.bootstrap.api.Membership;
import io.starling.runtime.bootstrap.client.StoreClient;
import io.starling.runtime.bootstrap.store.AgentStore;
import io.starling.runtime.bootstrap.store.StoreServer;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * What the ranks of a job do with the bootstrap store, without anything else: they join, exchange
 * addresses, read the layout, and meet at a fence before they leave. The launcher's store, those of
 * the other hosts' agents and all ranks, a thread each, are in this process.
 */
final class StartOfJob implements AutoCloseable {

  private static final int ADDRESS_BYTES = 256;
  private static final int BYTES_OF_TABLE_PER_RANK = 8;
  private static final int BYTES_OF_NODE = 4096;
  private static final int WIDTH = 32;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration SILENCE = Duration.ofSeconds(30);

  /** Between two looks at the fence, in ms: a thousand threads share the cores. */
  private static final long LONGEST = 128;

  private final int ranks;
  private final int hosts;
  private final StoreServer root;
  private final List<AgentStore> agents = new ArrayList<>();

  /** Opens all stores; each host has as many ranks as the others, or one more. */
  StartOfJob(int ranks, int hosts) throws IOException {
    this.ranks = ranks;
    this.hosts = hosts;
    InetAddress loopback = InetAddress.getLoopbackAddress();
    root = StoreServer.open(ranks, loopback, SILENCE);
    root.listen(new Deaf());
    for (int host = 1; host < hosts; host++) {
      JobFile parent = parent(host);
      AgentStore agent = AgentStore.join(parent, host, loopback, SILENCE, new Deaf());
      agents.add(agent);
      BitSet served = new BitSet();
      for (int rank = 0; rank < ranks; rank++) {
        served.set(rank, host(rank) == host);
      }
      agent.serve(ranks, served);
    }
    root.put("layout/nodes", new byte[BYTES_OF_TABLE_PER_RANK * ranks]);
    for (int host = 0; host < hosts; host++) {
      root.put("layout/node/" + host, new byte[BYTES_OF_NODE]);
    }
  }

  private JobFile parent(int host) {
    return host <= WIDTH
        ? root.jobFile()
        : agents.get((host - WIDTH - 1) / WIDTH).jobFileForAgents();
  }

  private int host(int rank) {
    return (int) ((long) rank * hosts / ranks);
  }

  /** How long it takes from the start of the first rank until the last has left, in seconds. */
  double seconds() throws InterruptedException {
    try (ExecutorService threads =
        Executors.newFixedThreadPool(ranks, Thread.ofPlatform().daemon().factory())) {
      long start = System.nanoTime();
      List<Future<Void>> all = new ArrayList<>();
      for (int rank = 0; rank < ranks; rank++) {
        int number = rank;
        all.add(
            threads.submit(
                () -> {
                  live(number);
                  return null;
                }));
      }
      for (Future<Void> one : all) {
        one.get();
      }
      return (System.nanoTime() - start) / 1e9;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause().getMessage(), e);
    }
  }

  private void live(int rank) throws InterruptedException {
    int host = host(rank);
    JobFile job = host == 0 ? root.jobFile() : agents.get(host - 1).jobFile();
    try (StoreClient store = StoreClient.connect(new Membership(rank, ranks, 0, 1, true), job)) {
      byte[] address = new byte[ADDRESS_BYTES];
      address[0] = (byte) rank;
      List<byte[]> table = store.exchange("addresses", address, PATIENCE);
      if (table.size() != ranks || table.get(rank)[0] != (byte) rank) {
        throw new IllegalStateException("rank " + rank + " got a table that is not the job's");
      }
      check(rank, store.published("layout/nodes", PATIENCE), BYTES_OF_TABLE_PER_RANK * ranks);
      check(rank, store.published("layout/node/" + host, PATIENCE), BYTES_OF_NODE);
      store.enterFence("departure");
      for (long pause = 1; !store.fencePassed("departure"); pause = Math.min(2 * pause, LONGEST)) {
        Thread.sleep(pause);
      }
    }
  }

  private static void check(int rank, Optional<byte[]> value, int length) {
    if (value.isEmpty() || value.get().length != length) {
      throw new IllegalStateException("rank " + rank + " did not get what was published");
    }
  }

  @Override
  public void close() throws IOException {
    root.close();
    agents.forEach(AgentStore::close);
  }

  private static final class Deaf implements AgentTree.Listener, AgentLink.Listener {

    @Override
    public void joined(int host) {}

    @Override
    public void received(int host, byte[] message) {}

    @Override
    public void lost(int host, String reason) {}

    @Override
    public void received(byte[] message) {}

    @Override
    public void lost(String reason) {}
  }
}
