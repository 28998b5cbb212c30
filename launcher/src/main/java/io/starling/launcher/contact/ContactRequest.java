package io.starling.launcher.contact;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What a job has to do with other jobs.
 *
 * @param contact the file that the job writes so that others may join
 * @param join the file of the job that this one joins
 */
public record ContactRequest(Optional<Path> contact, Optional<Path> join) {

  /** Nothing. */
  public static final ContactRequest NONE = new ContactRequest(Optional.empty(), Optional.empty());
}
