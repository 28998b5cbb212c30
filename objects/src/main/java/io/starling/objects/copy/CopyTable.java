package io.starling.objects.copy;

import io.starling.objects.ObjectId;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** The copies of a store that its directory knows or will know; one for each object. */
public final class CopyTable {

  private final Map<ObjectId, Copy> copies = new HashMap<>();

  /** The copies that are no originals, the one first whose last use is the longest ago. */
  private final Set<Copy> byLastUse = new LinkedHashSet<>();

  /** The copy of an object, or null. */
  public Copy of(ObjectId id) {
    return copies.get(id);
  }

  public Collection<Copy> all() {
    return Collections.unmodifiableCollection(copies.values());
  }

  /** Adds a copy; the object has none here. */
  public void add(Copy copy) {
    if (copies.putIfAbsent(copy.id(), copy) != null) {
      throw new IllegalStateException("object %s has a copy here already".formatted(copy.id()));
    }
    use(copy);
  }

  /** Notes a use; a copy that was pinned is not looked at any more when memory is short. */
  public void use(Copy copy) {
    byLastUse.remove(copy);
    if (!copy.isOriginal() && copies.get(copy.id()) == copy) {
      byLastUse.add(copy);
    }
  }

  /** Ends a copy. */
  public void drop(Copy copy, Departure departure) {
    copies.remove(copy.id(), copy);
    byLastUse.remove(copy);
    copy.drop(departure);
  }

  /** The spare copy whose last use is the longest ago, but for some; null if none is left. */
  public Copy leastRecentlyUsed(Set<Copy> without) {
    for (Copy copy : byLastUse) {
      if (copy.isSpare() && !without.contains(copy)) {
        return copy;
      }
    }
    return null;
  }
}
