package io.starling.collectives.job;

import io.starling.collectives.call.JobProcesses;
import io.starling.runtime.bootstrap.api.Bootstrap;
import io.starling.runtime.bootstrap.api.Spawner;
import io.starling.runtime.bootstrap.api.Supervision;
import java.util.BitSet;

/**
 * The processes of other worlds that a rank has met, as it leaves the job: they may still need its
 * memory, so each waits for the other (MPI 4.1, section 11.10.4). Those that have failed, or have
 * been left before, are not waited for.
 */
final class Acquaintances implements Supervision.Listener {

  private static final byte[] NOTHING = {};

  private final Bootstrap bootstrap;
  private final Spawner spawner;
  private final BitSet waitedFor;
  private final int own;

  /**
   * Those of a rank.
   *
   * @param failed the processes that it knows to have failed
   * @param own its number
   */
  Acquaintances(Bootstrap bootstrap, JobProcesses processes, BitSet failed, int own) {
    this.bootstrap = bootstrap;
    this.own = own;
    spawner = processes.spawner();
    waitedFor = processes.met();
    waitedFor.andNot(failed);
  }

  /** Says that this rank needs no one any more. */
  void tellDeparture() {
    if (!waitedFor.isEmpty()) {
      spawner.put(JobProcesses.DEPARTED + own, NOTHING);
    }
  }

  /** Whether all have said so. */
  boolean haveDeparted() {
    if (!waitedFor.isEmpty()) {
      bootstrap.supervision().ifPresent(supervision -> supervision.poll(this));
      for (int process = waitedFor.nextSetBit(0);
          process >= 0 && spawner.find(JobProcesses.DEPARTED + process).isPresent();
          process = waitedFor.nextSetBit(process)) {
        waitedFor.clear(process);
      }
    }
    return waitedFor.isEmpty();
  }

  @Override
  public void failed(int rank, String reason) {
    waitedFor.clear(rank);
  }

  @Override
  public void revoked(String communicator) {
    // No operation is open.
  }
}
