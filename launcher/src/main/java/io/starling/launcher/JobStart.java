package io.starling.launcher;

import io.starling.runtime.bootstrap.store.StoreServer;
import java.io.IOException;
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
  record Scene(StoreServer store, BlockingQueue<Event> events, JobOutput output, JobTrace trace) {}

  /** How many ranks the job has. */
  int size();

  /** Opens the job's store where its ranks can reach it. */
  StoreServer openStore() throws IOException;

  /**
   * Starts the ranks, from the calling thread, which must be a platform thread.
   *
   * @throws LaunchException if they can't be placed or started; then none is left
   */
  JobRanks start(Scene scene) throws IOException, InterruptedException, SignalledException;
}
