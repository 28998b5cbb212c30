package io.starling.runtime.bootstrap.store;

import java.util.LinkedHashSet;
import java.util.Set;

/** The most recent names, each once; older ones are forgotten. For one thread. */
final class RecentNames {

  static final int MAXIMUM = 1024;

  private final Set<String> names = new LinkedHashSet<>();

  /** Adds a name; returns false if it is known. */
  boolean add(String name) {
    if (!names.add(name)) {
      return false;
    }
    if (names.size() > MAXIMUM) {
      names.remove(names.iterator().next());
    }
    return true;
  }
}
