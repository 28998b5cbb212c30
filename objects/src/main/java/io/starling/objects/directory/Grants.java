package io.starling.objects.directory;

import io.starling.objects.protocol.FromPrimary.Source;
import io.starling.objects.protocol.Lane;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/** The halves of copies that have another source now; each copy hears of all of them at once. */
final class Grants {

  private final Copies copies;
  private final Map<Location, Set<Lane>> halves = new LinkedHashMap<>();

  Grants(Copies copies) {
    this.copies = copies;
  }

  boolean isEmpty() {
    return halves.isEmpty();
  }

  /** A half of a copy has another source; which one it is at last is looked up in the end. */
  void add(Location copy, Lane half) {
    halves.computeIfAbsent(copy, first -> EnumSet.noneOf(Lane.class)).add(half);
  }

  void forEach(BiConsumer<Location, List<Source>> taker) {
    halves.forEach((copy, some) -> taker.accept(copy, sources(copy, some)));
  }

  private List<Source> sources(Location copy, Set<Lane> some) {
    List<Source> sources = new ArrayList<>();
    for (Lane half : some) {
      Location source = copies.at(copy.source(half));
      sources.add(new Source(half, source.slot(), source.stamp()));
    }
    return sources;
  }
}
