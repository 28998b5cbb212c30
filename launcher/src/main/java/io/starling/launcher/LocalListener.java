package io.starling.launcher;

import io.starling.launcher.process.HostRanks;
import java.io.InputStream;

/**
 * Connects the ranks of this host to the rest of the launcher.
 *
 * @param host what this host is called in the job's output; empty where it is the only one
 */
record LocalListener(JobStart.Scene scene, String host) implements HostRanks.Listener {

  @Override
  public void started(int rank, InputStream output, InputStream errors) {
    scene.output().attach(rank, host, output, errors);
  }

  @Override
  public void ended(int rank, int status) {
    scene.events().add(new Event.RankEnded(rank, status));
  }
}
