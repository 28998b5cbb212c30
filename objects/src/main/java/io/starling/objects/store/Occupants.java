package io.starling.objects.store;

import io.starling.objects.copy.Copy;
import io.starling.objects.copy.CopyTable;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** Says who holds the memory of a store. */
final class Occupants {

  private static final int NAMED = 3;

  private Occupants() {}

  /**
   * @param refused whether the machine has less memory than the store may use
   */
  static String of(CopyTable copies, List<Copy> accumulators, boolean refused) {
    List<Copy> originals =
        copies.all().stream()
            .filter(Copy::isOriginal)
            .sorted(Comparator.comparingLong(Copy::size).reversed())
            .toList();
    List<Copy> read =
        copies.all().stream().filter(copy -> !copy.isOriginal() && copy.readers() > 0).toList();
    return "%s%d originals hold %d bytes until they are deleted%s, %d copies that are read hold %d, %d sums that reduces make hold %d"
        .formatted(
            refused ? "the machine itself has no more memory; " : "",
            originals.size(),
            bytes(originals),
            largest(originals),
            read.size(),
            bytes(read),
            accumulators.size(),
            bytes(accumulators));
  }

  private static long bytes(List<Copy> copies) {
    return copies.stream().mapToLong(Copy::size).sum();
  }

  private static String largest(List<Copy> originals) {
    return originals.isEmpty()
        ? ""
        : originals.stream()
            .limit(NAMED)
            .map(copy -> "%s: %d".formatted(copy.id(), copy.size()))
            .collect(Collectors.joining(", ", " (the largest are ", ")"));
  }
}
