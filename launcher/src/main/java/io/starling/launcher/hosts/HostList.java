package io.starling.launcher.hosts;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code --host} takes: {@code a:4,b:4,node[1-3]}. */
public final class HostList {

  private static final Pattern SLOTS = Pattern.compile("(.*):(\\d{1,6})");

  private HostList() {}

  /**
   * Reads a list.
   *
   * @throws IllegalArgumentException if it can't be read; the message says why
   */
  public static List<HostSlots> parse(String list) {
    List<HostSlots> hosts = new ArrayList<>();
    for (String part : HostNames.split(list)) {
      Matcher slots = SLOTS.matcher(part);
      boolean counted = slots.matches();
      OptionalInt count =
          counted ? OptionalInt.of(Integer.parseInt(slots.group(2))) : OptionalInt.empty();
      if (count.orElse(1) < 1) {
        throw new IllegalArgumentException("--host: '" + part + "' must give at least 1 slot");
      }
      for (String name : HostNames.expand(counted ? slots.group(1) : part)) {
        hosts.add(new HostSlots(name, count, OptionalInt.empty()));
      }
    }
    return hosts;
  }
}
