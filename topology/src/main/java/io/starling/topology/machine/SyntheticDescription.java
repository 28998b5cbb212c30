package io.starling.topology.machine;

import io.starling.topology.hwloc.HwlocException;
import io.starling.topology.hwloc.HwlocTopology;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes machines from hwloc's synthetic notation, and finds the error in a wrong one. */
final class SyntheticDescription {

  /**
   * The limit of PUs: hwloc takes a second for as many, and four times as long for twice as many.
   */
  private static final long MOST_PUS = 1 << 12;

  /** Spaces, but not those inside {@code (...)} and {@code [...]}. */
  private static final Pattern BETWEEN_LEVELS = Pattern.compile("\\s+(?![^(\\[]*[)\\]])");

  private static final Pattern COUNT = Pattern.compile("(?:[a-z0-9]*:)?(\\d+)(?:\\(.*)?");

  private SyntheticDescription() {}

  static Machine read(String description) {
    if (description.isBlank()) {
      throw refusal(description, "it is empty");
    }
    Machine.requireHwloc();
    requireReasonableSize(description);
    try {
      return Machine.read(() -> HwlocTopology.ofSynthetic(description.strip()));
    } catch (HwlocException e) {
      IllegalArgumentException refusal = refusal(description, culprit(description));
      refusal.initCause(e);
      throw refusal;
    }
  }

  private static void requireReasonableSize(String description) {
    long size = 1;
    for (String level : levels(description)) {
      Matcher count = COUNT.matcher(level.toLowerCase(Locale.ROOT));
      if (count.matches()) {
        long number = count.group(1).length() > 6 ? MOST_PUS + 1 : Long.parseLong(count.group(1));
        size *= Math.max(1, number);
      }
      if (size > MOST_PUS) {
        throw refusal(description, "at '" + level + "' it has more than " + MOST_PUS + " objects");
      }
    }
  }

  /** hwloc gives no reason; the shortest refused beginning shows the place. */
  private static String culprit(String description) {
    StringBuilder beginning = new StringBuilder();
    for (String level : levels(description)) {
      beginning.append(level).append(' ');
      if (!HwlocTopology.acceptsSynthetic(beginning.toString())
          && !HwlocTopology.acceptsSynthetic(beginning + "pu:1")) {
        return "'" + level + "' is not allowed there";
      }
    }
    return "the last level is not 'pu'";
  }

  private static List<String> levels(String description) {
    return List.of(BETWEEN_LEVELS.split(description.strip()));
  }

  private static IllegalArgumentException refusal(String description, String reason) {
    return new IllegalArgumentException(
        "there is no machine '"
            + description
            + "': "
            + reason
            + "; write a description such as 'package:2 numa:1 l3:1 core:4 pu:2'");
  }
}
