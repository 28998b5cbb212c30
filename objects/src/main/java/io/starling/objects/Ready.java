package io.starling.objects;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The outcome of {@link ObjectStore#await}.
 *
 * @param complete the objects that are there, in the order in which they came
 * @param missing the others
 * @param enough whether as many are there as were asked for
 */
public record Ready(Set<ObjectId> complete, Set<ObjectId> missing, boolean enough) {

  /** Copies the sets, and keeps their order. */
  public Ready {
    complete = Collections.unmodifiableSet(new LinkedHashSet<>(complete));
    missing = Collections.unmodifiableSet(new LinkedHashSet<>(missing));
  }
}
