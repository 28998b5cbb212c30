package io.starling.runtime.bootstrap;

/**
 * Work that every rank does at its start, done once by the launcher while it records which classes
 * ranks load, so that later ranks start faster. Providers are found by {@link
 * java.util.ServiceLoader} on the class path.
 *
 * <p>It runs in a process of its own that is no rank: outside a launcher's job.
 */
public interface Rehearsal {

  /** Touches what a rank touches; what it throws is ignored. */
  void rehearse() throws Exception;
}
