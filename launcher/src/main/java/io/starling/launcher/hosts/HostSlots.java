package io.starling.launcher.hosts;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * A host as the user or a batch system names it, and how many ranks it takes.
 *
 * @param name as ssh takes it; may begin with a user's name and {@code @}
 * @param slots how many ranks it takes; as many as it has cores where empty
 * @param maximum how many it takes at most, also with {@code --oversubscribe}
 */
public record HostSlots(String name, OptionalInt slots, OptionalInt maximum) {

  /** A host of which only the name is known. */
  public static HostSlots named(String name) {
    return new HostSlots(name, OptionalInt.empty(), OptionalInt.empty());
  }

  /** A host that takes so many ranks. */
  public static HostSlots of(String name, int slots) {
    return new HostSlots(name, OptionalInt.of(slots), OptionalInt.empty());
  }

  /** The name without a user's. */
  public String host() {
    return name.substring(name.indexOf('@') + 1);
  }

  /** The same hosts, each once, in the order of their first mention; their slots add up. */
  public static List<HostSlots> merged(List<HostSlots> mentioned) {
    Map<String, HostSlots> byName = new LinkedHashMap<>();
    mentioned.forEach(host -> byName.merge(host.name(), host, HostSlots::plus));
    return new ArrayList<>(byName.values());
  }

  private HostSlots plus(HostSlots other) {
    return new HostSlots(name, sum(slots, other.slots), sum(maximum, other.maximum));
  }

  private static OptionalInt sum(OptionalInt one, OptionalInt other) {
    if (one.isEmpty() || other.isEmpty()) {
      return one.isPresent() ? one : other;
    }
    return OptionalInt.of(Math.addExact(one.getAsInt(), other.getAsInt()));
  }
}
