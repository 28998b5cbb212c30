package io.starling.launcher.contact;

import io.starling.launcher.exit.LaunchException;
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

  /**
   * Takes what options say.
   *
   * @throws LaunchException if a name is empty, as a variable of a shell may be
   */
  public ContactRequest {
    requireName("--contact", contact);
    requireName("--join", join);
  }

  private static void requireName(String option, Optional<Path> file) {
    if (file.filter(path -> path.toString().isEmpty()).isPresent()) {
      throw new LaunchException(option + " needs the name of a file");
    }
  }
}
