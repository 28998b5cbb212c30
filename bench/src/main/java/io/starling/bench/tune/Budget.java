package io.starling.bench.tune;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a time such as {@code 90s}, {@code 2m} or {@code 1h}. */
final class Budget implements ITypeConverter<Duration> {

  private static final Pattern SYNTAX = Pattern.compile("(\\d{1,6})([smh]?)");

  @Override
  public Duration convert(String text) {
    Matcher matcher = SYNTAX.matcher(text);
    if (!matcher.matches() || Long.parseLong(matcher.group(1)) == 0) {
      throw new TypeConversionException(
          "must be a time such as 60s or 5m, not '%s'".formatted(text));
    }
    long number = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "m" -> Duration.ofMinutes(number);
      case "h" -> Duration.ofHours(number);
      default -> Duration.ofSeconds(number);
    };
  }
}
