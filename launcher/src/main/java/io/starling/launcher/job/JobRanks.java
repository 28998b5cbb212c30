package io.starling.launcher.job;

import io.starling.launcher.placing.JobPlacement;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** The ranks of a job that have been started, wherever they run. */
interface JobRanks extends AutoCloseable {

  /** How many there are. */
  int size();

  /** The processes of those on this host, in their order. */
  List<ProcessHandle> handles();

  /** What the host of a rank is called. */
  String host(int rank);

  /** The ranks of a host. */
  List<Integer> on(int host);

  /**
   * Asks all to end, and kills those that have not after the grace. Returns when no process of the
   * job is left on any host that can be reached, and all that was written there has come.
   */
  void end(Duration grace) throws InterruptedException;

  /** Where all ranks hear what they need to know of each other. */
  JobPlacement placement();

  @Override
  void close() throws IOException;
}
