package io.starling.runtime.bootstrap.api;

/**
 * The start-up work of a rank. The launcher runs it once and records which classes ranks load, so
 * that later ranks start faster. Providers are found by {@link ServiceLoader} on the class path.
 *
 * <p>It runs in a separate process that is not a rank of a job.
 */
public interface TrainingRun {

  /** Loads the classes that a rank loads; exceptions are ignored. */
  void train() throws Exception;
}
