package io.starling.objects.directory;

import io.starling.objects.protocol.Lane;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Takes a reader from each copy that serves more than it should, and gives it to one that serves
 * less. Deaths leave such copies: what was free then was behind those who asked, or came late.
 *
 * <pre>
 *   EVEN   5 --> 1, 2, 3 --> 4 (free)     becomes     5 --> 2, 3 --> 4 --> 1
 * </pre>
 *
 * <p>n copies may serve 2n halves, and all but a root fetch two: 2n - 2. So where one serves three,
 * another serves less than two. In each half it is behind one of the three readers at most, so one
 * of the others can read from it.
 */
final class Relief {

  private final Copies copies;

  Relief(Copies copies) {
    this.copies = copies;
  }

  /**
   * Relieves all copies.
   *
   * @param moved takes each copy and its half that has another source now
   */
  void relieve(BiConsumer<Location, Lane> moved) {
    List<Location> free = new ArrayList<>();
    List<Location> busy = new ArrayList<>();
    for (Location copy : copies.all()) {
      int load = copies.load(copy);
      if (load > Location.EGRESS) {
        busy.add(copy);
      } else if (load < Location.EGRESS && !copies.isMissed(copy)) {
        free.add(copy);
      }
    }
    for (Location copy : busy) {
      while (copies.load(copy) > Location.EGRESS && relieve(copy, free, moved)) {}
    }
  }

  private boolean relieve(Location busy, List<Location> free, BiConsumer<Location, Lane> moved) {
    for (Lane half : Lane.HALVES) {
      List<Location> near =
          free.stream()
              .filter(copy -> copies.depth(copy, half) >= 0)
              .sorted(Comparator.comparingInt(copy -> copies.depth(copy, half)))
              .toList();
      for (Location reader : copies.readers(busy, half)) {
        for (Location source : near) {
          if (!copies.isBehind(source, reader, half)) {
            copies.attach(reader, source, half);
            if (copies.load(source) >= Location.EGRESS) {
              free.remove(source);
            }
            moved.accept(reader, half);
            return true;
          }
        }
      }
    }
    return false;
  }
}
