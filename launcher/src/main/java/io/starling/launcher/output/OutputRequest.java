package io.starling.launcher.output;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What is to become of what ranks write.
 *
 * @param tagged whether each line begins with its rank, as in {@code [3] }
 * @param folder where each rank gets a file for each of its streams, if that is wanted
 * @param shown the ranks whose output is shown; those of all ranks if empty
 * @param status whether a terminal shows how the job is getting on
 */
public record OutputRequest(
    boolean tagged, Optional<Path> folder, Optional<RankSelection> shown, boolean status) {

  /** All output is shown as it is. */
  public static final OutputRequest DEFAULT =
      new OutputRequest(false, Optional.empty(), Optional.empty(), true);

  /** The same with or without tags. */
  public OutputRequest withTags(boolean tags) {
    return new OutputRequest(tags, folder, shown, status);
  }

  /** Whether what the rank writes is to be seen. */
  public boolean shows(int rank) {
    return shown.isEmpty() || shown.get().contains(rank);
  }
}
