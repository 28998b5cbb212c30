package io.starling.launcher.command;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * What is wrong with a command line, in the words of Starling and not of the library that reads it:
 * each message names the argument, what it was and what is allowed.
 */
public final class UsageErrors {

  private static final Pattern INVALID =
      Pattern.compile(
          "Invalid value for (?:option '([^']+)'|positional parameter)[^:']*: (.*)",
          Pattern.DOTALL);

  private static final Pattern NO_NUMBER = Pattern.compile("'(.*)' is not an? (int|long|double)");
  private static final Pattern NO_CONSTANT =
      Pattern.compile("expected one of \\[(.*)] \\(case-(?:in)?sensitive\\) but was '(.*)'");

  /** Any shorter word is one mistake away from every other. */
  private static final int FEWEST_LETTERS = 3;

  private static final int LETTERS_PER_MISTAKE = 3;
  private static final int MOST_MISTAKES = 3;
  private static final int SHOWN = 2;

  private UsageErrors() {}

  public static String explain(ParameterException exception) {
    return switch (exception) {
      case UnmatchedArgumentException unmatched -> unmatched(unmatched);
      case MissingParameterException missing -> missing(missing);
      case OverwrittenOptionException twice -> name(twice.getOverwritten()) + " is given twice";
      default -> invalid(exception);
    };
  }

  private static String unmatched(UnmatchedArgumentException exception) {
    String word = exception.getUnmatched().getFirst();
    CommandLine command = exception.getCommandLine();
    String name = command.getCommandSpec().qualifiedName();
    if (exception.isUnknownOption()) {
      String option = word.split("=", 2)[0];
      return "%s has no option '%s'%s"
          .formatted(
              name, option, question(option, command.getCommandSpec().optionsMap().keySet()));
    }
    boolean needsCommand =
        !command.getSubcommands().isEmpty()
            && command.getCommandSpec().positionalParameters().isEmpty();
    return needsCommand
        ? noCommand(command, word)
        : "%s takes no argument '%s'".formatted(name, word);
  }

  /** There is no such subcommand. */
  static String noCommand(CommandLine command, String word) {
    return "there is no command '%s'%s"
        .formatted(word, question(word, command.getSubcommands().keySet()));
  }

  private static String missing(MissingParameterException exception) {
    List<ArgSpec> missing = exception.getMissing();
    if (missing.isEmpty()) {
      return invalid(exception);
    }
    ArgSpec first = missing.getFirst();
    return exception.getMessage().contains("parameter for option")
        ? "%s needs %s".formatted(name(first), first.paramLabel())
        : "%s needs %s"
            .formatted(
                exception.getCommandLine().getCommandSpec().qualifiedName(),
                missing.stream().map(UsageErrors::use).collect(Collectors.joining(" and ")));
  }

  private static String use(ArgSpec argument) {
    return argument.isOption()
        ? name(argument) + " " + argument.paramLabel()
        : argument.paramLabel();
  }

  private static String name(ArgSpec argument) {
    return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
  }

  private static String invalid(ParameterException exception) {
    Matcher invalid = INVALID.matcher(String.valueOf(exception.getMessage()));
    if (!invalid.matches()) {
      return exception.getMessage();
    }
    String name = exception.getArgSpec() == null ? invalid.group(1) : name(exception.getArgSpec());
    String reason = invalid.group(2);
    Matcher number = NO_NUMBER.matcher(reason);
    if (number.matches()) {
      String kind = number.group(2).equals("double") ? "a number" : "a whole number";
      String digits = number.group(1);
      return digits.matches("-?\\d+")
          ? "%s must be a number that fits into %s, not %s".formatted(name, number.group(2), digits)
          : "%s must be %s, not '%s'".formatted(name, kind, digits);
    }
    Matcher constant = NO_CONSTANT.matcher(reason);
    return constant.matches()
        ? "%s must be one of %s, not '%s'".formatted(name, constant.group(1), constant.group(2))
        : name + (reason.startsWith("must be ") ? " " : ": ") + reason;
  }

  /** A question about the words that are most like a wrong one; empty where none is. */
  private static String question(String wrong, Collection<String> words) {
    List<String> similar =
        words.stream()
            .filter(word -> distance(wrong, word) <= tolerance(wrong))
            .sorted(Comparator.comparingInt((String word) -> distance(wrong, word)))
            .limit(SHOWN)
            .toList();
    return similar.isEmpty()
        ? ""
        : similar.stream().collect(Collectors.joining(" or ", "; did you mean ", "?"));
  }

  private static int tolerance(String word) {
    int letters = word.replace("-", "").length();
    if (letters < FEWEST_LETTERS) {
      return 0;
    }
    return Math.min(MOST_MISTAKES, (letters + LETTERS_PER_MISTAKE - 1) / LETTERS_PER_MISTAKE);
  }

  /** How many letters differ, where two that are swapped count once (Damerau). */
  private static int distance(String one, String other) {
    int[][] mistakes = new int[one.length() + 1][other.length() + 1];
    for (int i = 0; i <= one.length(); i++) {
      for (int j = 0; j <= other.length(); j++) {
        if (i == 0 || j == 0) {
          mistakes[i][j] = i + j;
          continue;
        }
        int changed = one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1;
        int fewest = Math.min(mistakes[i - 1][j], mistakes[i][j - 1]) + 1;
        fewest = Math.min(fewest, mistakes[i - 1][j - 1] + changed);
        if (i > 1
            && j > 1
            && one.charAt(i - 1) == other.charAt(j - 2)
            && one.charAt(i - 2) == other.charAt(j - 1)) {
          fewest = Math.min(fewest, mistakes[i - 2][j - 2] + 1);
        }
        mistakes[i][j] = fewest;
      }
    }
    return mistakes[one.length()][other.length()];
  }
}
