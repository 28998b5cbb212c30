package io.starling.bench.report;

import io.starling.launcher.placing.DefaultRanks;
import io.starling.runtime.TransportException;
import io.starling.runtime.transport.ucx.UcxVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a reader must know to judge figures.
 *
 * @param entries name and value, in the order in which they are shown
 */
public record Facts(Map<String, String> entries) {

  private static final Path MEMORY = Path.of("/proc/meminfo");
  private static final Path PROCESSORS = Path.of("/proc/cpuinfo");
  private static final Path LOAD = Path.of("/proc/loadavg");

  /**
   * The facts of this machine and of what is about to be measured on it.
   *
   * @param command what the user typed
   * @param about what the machine does not tell
   */
  public static Facts of(String command, Map<String, String> about) {
    Map<String, String> entries = new LinkedHashMap<>();
    entries.put("command", command);
    entries.put(
        "date",
        ZonedDateTime.now(ZoneId.systemDefault())
            .format(DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm zzz")));
    entries.putAll(about);
    entries.put("processor", field(PROCESSORS, "model name"));
    entries.put("cores", DefaultRanks.here() + " for this process");
    entries.put("memory", memory());
    entries.put("kernel", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    entries.put("JDK", Runtime.version() + ", " + System.getProperty("java.vm.vendor"));
    entries.put("UCX", ucx());
    entries.put("load before", String.join(" ", loads()));
    return new Facts(entries);
  }

  /** The same with one more. */
  public Facts with(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(entries);
    more.put(name, value);
    return new Facts(more);
  }

  /** Writes them for people. */
  public void write(MarkupWriter html) {
    html.open("dl");
    entries.forEach(
        (name, value) -> {
          html.open("div");
          html.text("dt", name);
          html.text("dd", value);
          html.close();
        });
    html.close();
  }

  /** Whether other programs are likely to disturb the figures. */
  public static boolean isBusy() {
    try {
      return Double.parseDouble(loads().getFirst()) > DefaultRanks.here() / 2.0;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** The load of the last 1, 5 and 15 minutes. */
  public static List<String> loads() {
    try {
      return List.of(Files.readString(LOAD).split(" ")).subList(0, 3);
    } catch (IOException e) {
      return List.of("unknown");
    }
  }

  private static String memory() {
    String text = field(MEMORY, "MemTotal").replaceAll("\\D", "");
    return text.isEmpty() ? "unknown" : Units.bytes(Long.parseLong(text) << 10);
  }

  private static String field(Path file, String name) {
    try {
      return Files.readAllLines(file).stream()
          .filter(line -> line.startsWith(name))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("unknown");
    } catch (IOException e) {
      return "unknown";
    }
  }

  /** The version of the library that ranks will load. */
  private static String ucx() {
    try {
      return UcxVersion.installed();
    } catch (TransportException | LinkageError e) {
      return "not found: " + e.getMessage();
    }
  }
}
