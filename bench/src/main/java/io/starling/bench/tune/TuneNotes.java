package io.starling.bench.tune;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;

/** What a table says about itself. */
final class TuneNotes {

  private static final Path PROCESSORS = Path.of("/proc/cpuinfo");
  private static final String MODEL = "model name";

  private TuneNotes() {}

  /** The processor and the system; no name of a host or a user. */
  static String machine() {
    return "%s, %d processors, %s %s"
        .formatted(
            processor(),
            Runtime.getRuntime().availableProcessors(),
            System.getProperty("os.name"),
            System.getProperty("os.version"));
  }

  /** The command line may begin with the command's name. */
  static String made(List<String> arguments) {
    boolean named = !arguments.isEmpty() && arguments.getFirst().equals("tune");
    return "%s, JDK %s: starling%s %s"
        .formatted(
            LocalDate.now(ZoneId.systemDefault()),
            Runtime.version(),
            named ? "" : " tune",
            String.join(" ", arguments));
  }

  private static String processor() {
    try (var lines = Files.lines(PROCESSORS)) {
      return lines
          .filter(line -> line.startsWith(MODEL))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(System.getProperty("os.arch"));
    } catch (IOException e) {
      return System.getProperty("os.arch");
    }
  }
}
