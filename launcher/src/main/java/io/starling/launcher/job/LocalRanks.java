package io.starling.launcher.job;

import io.starling.launcher.hosts.ThisHost;
import io.starling.launcher.placing.JobPlacement;
import io.starling.launcher.process.HostPlan;
import io.starling.launcher.process.HostRanks;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** All ranks of a job, on this host. */
final class LocalRanks implements JobRanks {

  private final HostRanks ranks;
  private final RankCommand command;
  private final JobServices services;
  private final UnaryOperator<HostPlan> complete;
  private final Residences residences;

  /**
   * Ranks that have been started.
   *
   * @param complete adds to a plan what ranks of this host need besides
   */
  LocalRanks(
      HostRanks ranks,
      RankCommand command,
      JobServices services,
      UnaryOperator<HostPlan> complete) {
    this.ranks = ranks;
    this.command = command;
    this.services = services;
    this.complete = complete;
    residences =
        new Residences(List.of(ThisHost.name()), command.numbers().first(), command.placement());
  }

  @Override
  public List<ProcessHandle> handles() {
    return ranks.handles();
  }

  @Override
  public Residences residences() {
    return residences;
  }

  @Override
  public JobPlacement placement() {
    return command.placement();
  }

  @Override
  public RankCommand command() {
    return command;
  }

  @Override
  public void startMore(RankCommand more) throws IOException {
    ranks.startMore(complete.apply(more.here(0, Map.of())));
  }

  @Override
  public void kill(Collection<Integer> gone) {
    ranks.kill(gone);
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
