package io.starling.launcher.hosts;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lists of names with ranges of numbers in brackets, as Slurm and hostfiles have them:
 *
 * <pre>
 * node[1-3,7]       node1 node2 node3 node7
 * node[08-10]       node08 node09 node10
 * r[1-2]n[1-2]      r1n1 r1n2 r2n1 r2n2
 * </pre>
 */
public final class HostNames {

  /** More hosts than any job of {@code starling run} has. */
  private static final int MOST = 4096;

  private static final Pattern BRACKETS = Pattern.compile("([^\\[\\]]*)\\[([^\\[\\]]*)\\](.*)");
  private static final Pattern RANGE = Pattern.compile("(\\d{1,9})(?:-(\\d{1,9}))?");

  /** What no name of a host has; a name that begins with a dash would be an option of ssh. */
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.@-]*");

  private HostNames() {}

  /**
   * The parts of a list between its commas, but not those inside brackets.
   *
   * @throws IllegalArgumentException if a bracket is not closed, or a part is empty
   */
  public static List<String> split(String list) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    int start = 0;
    for (int i = 0; i <= list.length(); i++) {
      char letter = i < list.length() ? list.charAt(i) : ',';
      if (letter == '[') {
        depth++;
      } else if (letter == ']') {
        depth--;
      } else if (letter == ',' && (depth == 0 || i == list.length())) {
        parts.add(list.substring(start, i).strip());
        start = i + 1;
      }
      require(depth == 0 || (depth == 1 && i < list.length()), list, "its brackets do not match");
    }
    require(!parts.contains(""), list, "a name is missing at a comma");
    return parts;
  }

  /**
   * The names that one part of a list stands for.
   *
   * @throws IllegalArgumentException if it can't be read; the message says why
   */
  public static List<String> expand(String part) {
    Matcher brackets = BRACKETS.matcher(part);
    if (!brackets.matches()) {
      require(NAME.matcher(part).matches(), part, "it is not the name of a host");
      return List.of(part);
    }
    List<String> ends = brackets.group(3).isEmpty() ? List.of("") : tails(brackets.group(3));
    List<String> names = new ArrayList<>();
    for (String number : numbers(brackets.group(2), part)) {
      for (String end : ends) {
        String name = brackets.group(1) + number + end;
        require(NAME.matcher(name).matches(), part, "it is not the name of a host");
        names.add(name);
        require(names.size() <= MOST, part, "it names more than " + MOST + " hosts");
      }
    }
    return names;
  }

  /** What follows the first brackets may have brackets itself, and need not be a name. */
  private static List<String> tails(String rest) {
    String mark = "x";
    return expand(mark + rest).stream().map(name -> name.substring(mark.length())).toList();
  }

  private static List<String> numbers(String list, String part) {
    List<String> numbers = new ArrayList<>();
    for (String piece : list.split(",", -1)) {
      Matcher range = RANGE.matcher(piece.strip());
      require(range.matches(), part, "'" + piece + "' is neither a number nor a range such as 1-3");
      String first = range.group(1);
      String last = range.group(2) == null ? first : range.group(2);
      int from = Integer.parseInt(first);
      int to = Integer.parseInt(last);
      require(from <= to, part, "the range '" + piece + "' must run upwards");
      require(to - from < MOST, part, "it names more than " + MOST + " hosts");
      String format = first.startsWith("0") ? "%0" + first.length() + "d" : "%d";
      for (int number = from; number <= to; number++) {
        numbers.add(String.format(Locale.ROOT, format, number));
      }
    }
    return numbers;
  }

  private static void require(boolean condition, String text, String reason) {
    if (!condition) {
      throw new IllegalArgumentException("cannot read the host list '" + text + "': " + reason);
    }
  }
}
