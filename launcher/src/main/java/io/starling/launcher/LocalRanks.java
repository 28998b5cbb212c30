package io.starling.launcher;

import io.starling.launcher.hosts.ThisHost;
import io.starling.launcher.process.HostRanks;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** All ranks of a job, on this host. */
record LocalRanks(HostRanks ranks, JobPlacement placement, JobServices services)
    implements JobRanks {

  @Override
  public int size() {
    return ranks.handles().size();
  }

  @Override
  public List<ProcessHandle> handles() {
    return ranks.handles();
  }

  @Override
  public String host(int rank) {
    return ThisHost.name();
  }

  @Override
  public List<Integer> on(int host) {
    return placement.shares().get(host).ranks();
  }

  @Override
  public void end(Duration grace) throws InterruptedException {
    ranks.end(grace);
    services.end();
  }

  @Override
  public void close() throws IOException {
    services.close();
    ranks.close();
  }
}
