package io.starling.launcher.hosts;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file that lists hosts, in Open MPI's format:
 *
 * <pre>
 * # a comment
 * node1 slots=4
 * user@node2 slots=4 max_slots=8
 * node[3-6]                        as many slots as each has cores
 * node1 slots=2                    six slots in all
 * </pre>
 */
public final class Hostfile {

  private static final Pattern FIELD = Pattern.compile("([a-z_-]+)\\s*=\\s*(\\d{1,6})");
  private static final Pattern AROUND_EQUALS = Pattern.compile("\\s*=\\s*");
  private static final Pattern BLANKS = Pattern.compile("\\s+");

  private final Path file;

  private Hostfile(Path file) {
    this.file = file;
  }

  /**
   * Reads a file.
   *
   * @throws IllegalArgumentException if it can't be read; the message names the file and the line
   */
  public static List<HostSlots> read(Path file) {
    return new Hostfile(file).hosts();
  }

  private List<HostSlots> hosts() {
    List<HostSlots> hosts = new ArrayList<>();
    int number = 0;
    for (String line : lines()) {
      number++;
      String text = line.replaceFirst("#.*", "").strip();
      if (!text.isEmpty()) {
        hosts.addAll(hosts(number, text));
      }
    }
    if (hosts.isEmpty()) {
      throw new IllegalArgumentException("--hostfile: '" + file + "' names no host");
    }
    return hosts;
  }

  private List<String> lines() {
    try {
      return Files.readAllLines(file);
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException("--hostfile: there is no file '" + file + "'", e);
    } catch (MalformedInputException e) {
      throw new IllegalArgumentException(
          "--hostfile: cannot read '" + file + "': it is not a text in UTF-8", e);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "--hostfile: cannot read '%s': %s".formatted(file, e.getMessage()), e);
    }
  }

  private List<HostSlots> hosts(int number, String text) {
    String[] words = BLANKS.split(AROUND_EQUALS.matcher(text).replaceAll("="), -1);
    OptionalInt slots = OptionalInt.empty();
    OptionalInt maximum = OptionalInt.empty();
    for (int i = 1; i < words.length; i++) {
      Matcher field = FIELD.matcher(words[i]);
      int value = field.matches() ? Integer.parseInt(field.group(2)) : 0;
      if (value < 1) {
        throw wrong(number, "'" + words[i] + "' must be like slots=4 or max_slots=8");
      }
      switch (field.group(1)) {
        case "slots" -> slots = OptionalInt.of(value);
        case "max_slots", "max-slots" -> maximum = OptionalInt.of(value);
        default -> throw wrong(number, "'" + words[i] + "' must be slots=N or max_slots=N");
      }
    }
    if (maximum.isPresent() && slots.orElse(0) > maximum.getAsInt()) {
      throw wrong(number, "slots must be at most max_slots");
    }
    List<HostSlots> hosts = new ArrayList<>();
    for (String name : names(number, words[0])) {
      hosts.add(new HostSlots(name, slots, maximum));
    }
    return hosts;
  }

  private List<String> names(int number, String word) {
    try {
      return HostNames.split(word).stream()
          .flatMap(part -> HostNames.expand(part).stream())
          .toList();
    } catch (IllegalArgumentException e) {
      throw wrong(number, e.getMessage());
    }
  }

  private IllegalArgumentException wrong(int line, String reason) {
    return new IllegalArgumentException("%s:%d: %s".formatted(file, line, reason));
  }
}
