package io.starling.launcher.job;

import io.starling.launcher.placing.JobPlacement;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

/** The ranks of a job that have been started, wherever they run. */
interface JobRanks extends AutoCloseable {

  /** The processes of those on this host, in their order. */
  List<ProcessHandle> handles();

  /** Where the job's processes run. */
  Residences residences();

  /** Where all ranks that the job began with hear what they need to know of each other. */
  JobPlacement placement();

  /** How those that the job began with were started. */
  RankCommand command();

  /**
   * Starts more ranks.
   *
   * @throws IOException if a rank can't be started on this host; others are left. Another host says
   *     so later, by an {@link io.starling.launcher.remote.Event.NotStarted}
   */
  void startMore(RankCommand more) throws IOException, InterruptedException;

  /** Kills some ranks, which are of no use any more. */
  void kill(Collection<Integer> ranks);

  /**
   * Asks all to end, and kills those that have not after the grace. Returns when no process of the
   * job is left on any host that can be reached, and all that was written there has come.
   */
  void end(Duration grace) throws InterruptedException;

  @Override
  void close() throws IOException;
}
