package io.starling.launcher.job;

import io.starling.launcher.exit.LaunchException;
import io.starling.launcher.exit.SignalledException;
import io.starling.launcher.output.JobOutput;
import io.starling.launcher.process.HostRanks;
import io.starling.launcher.remote.Event;
import io.starling.runtime.bootstrap.store.JobStore;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.BlockingQueue;

/** How the ranks of a job get started: on this host, or on several. */
interface JobStart {

  /**
   * What a start works with.
   *
   * @param store that of the job
   * @param events takes what happens to ranks and hosts; may hold signals already
   * @param output takes what ranks write
   * @param trace tells ranks whether they are traced
   */
  record Scene(JobStore store, BlockingQueue<Event> events, JobOutput output, JobTrace trace) {

    /**
     * Connects the ranks of this host to the rest of the launcher.
     *
     * @param host what this host is called in the job's output; empty where it is the only one
     */
    HostRanks.Listener listener(String host) {
      return new HostRanks.Listener() {
        @Override
        public void started(int rank, InputStream standard, InputStream errors) {
          output.attach(rank, host, standard, errors);
        }

        @Override
        public void ended(int rank, int status) {
          events.add(new Event.RankEnded(rank, status));
        }
      };
    }
  }

  /** The numbers of the job's ranks are below this; for a job that joins, when it has joined. */
  int size();

  /**
   * Opens the job's store where its ranks can reach it.
   *
   * @param events takes what the store hears
   * @throws LaunchException if the job joins another one, and can't
   */
  JobStore openStore(BlockingQueue<Event> events) throws IOException, InterruptedException;

  /**
   * Starts the ranks, from the calling thread, which must be a platform thread.
   *
   * @throws LaunchException if they can't be placed or started; then none is left
   */
  JobRanks start(Scene scene) throws IOException, InterruptedException, SignalledException;

  /** The job has ended with this status; its store is still open. */
  default void ended(int status) throws InterruptedException {}
}
