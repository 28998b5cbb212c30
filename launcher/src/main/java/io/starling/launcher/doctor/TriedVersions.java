package io.starling.launcher.doctor;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The versions of a library that Starling's tests have run with, and those between them.
 *
 * @param check the library
 * @param oldest such as {@code 1.13}
 * @param newest such as {@code 1.18}
 */
record TriedVersions(String check, String oldest, String newest) {

  static final TriedVersions UCX = new TriedVersions("UCX", "1.13", "1.18");

  /** Of hwloc's interface: hwloc 2.9.0 still says 2.8. */
  static final TriedVersions HWLOC = new TriedVersions("hwloc", "2.8", "2.12");

  private static final Pattern NUMBERS = Pattern.compile("(\\d{1,5})\\.(\\d{1,5})\\D?.*");

  /** What to say of a version: others may well work. */
  Finding judge(String version) {
    if (!NUMBERS.matcher(version).matches()) {
      return untried(version, "not a comparable version");
    }
    if (number(version) < number(oldest)) {
      return untried(version, "older than the versions");
    }
    return number(version) > number(newest)
        ? untried(version, "newer than the versions")
        : Finding.ok(check, version);
  }

  private Finding untried(String version, String how) {
    return Finding.warn(
        check,
        "%s: %s that Starling is tested with, %s to %s".formatted(version, how, oldest, newest),
        "nothing if jobs run; if they do not, install a tested version, or copy Starling with"
            + " tools/portable from a machine that has one");
  }

  private static long number(String version) {
    Matcher numbers = NUMBERS.matcher(version);
    if (!numbers.matches()) {
      throw new IllegalArgumentException(version);
    }
    return Long.parseLong(numbers.group(1)) << 32 | Long.parseLong(numbers.group(2));
  }
}
